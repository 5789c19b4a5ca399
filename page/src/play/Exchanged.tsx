// The request behind what is seen, to be copied, and its answer.

import { useEffect, useState } from "preact/hooks";
import type { JSX } from "preact";
import { Copy } from "../Copy";
import { HAS_NO_SERVER } from "../engine";
import { Segments } from "../Segments";
import { FoldTitle } from "./Fold";

export interface Asked {
  path: string;
  body: Record<string, unknown>;
  /** None while it is awaited. */
  answer: object | null;
}

const LANGUAGES = ["curl", "fetch", "Python"] as const;
type Language = (typeof LANGUAGES)[number];

/** The server of the examples: the page's own, or the one that its reader will start. */
const ORIGIN = HAS_NO_SERVER ? "http://127.0.0.1:8080" : globalThis.location?.origin;

/** A request as a program's source. */
export function source(language: Language, { path, body }: Asked, origin = ORIGIN): string {
  const json = JSON.stringify(body);
  const url = origin + path;
  if (language === "curl") return `curl '${url}' --json '${json.replaceAll("'", `'\\''`)}'`;
  if (language === "fetch") {
    return `const answer = await fetch("${url}", {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(${JSON.stringify(body, null, 2).replaceAll("\n", "\n  ")}),
}).then((response) => response.json());`;
  }
  return `import json, urllib.request

body = ${python(body)}
request = urllib.request.Request("${url}", json.dumps(body).encode(), {"content-type": "application/json"})
answer = json.load(urllib.request.urlopen(request))`;
}

/** A JSON value as Python writes it. */
function python(value: unknown): string {
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value)) return `[${value.map(python).join(", ")}]`;
  if (typeof value === "object")
    return `{${Object.entries(value)
      .map(([key, item]) => `${JSON.stringify(key)}: ${python(item)}`)
      .join(", ")}}`;
  return JSON.stringify(value);
}

interface Props {
  exchange: Asked | null;
  operation: string;
  /** Stands for an answer that is not there yet. */
  awaited?: string;
  /** Whether it takes one line until it is opened. */
  folded?: boolean;
}

export function Exchanged({ exchange, operation, awaited, folded = false }: Props): JSX.Element {
  const [language, setLanguage] = useState<Language>("curl");
  const [open, setOpen] = useState(false);
  useEffect(() => setOpen(false), [folded]);
  if (folded && !open)
    return (
      <section class="exchanged folded card" data-part="request" aria-label="Request and answer">
        <FoldTitle title="Request and answer" open={false} set={setOpen} />
      </section>
    );
  const text = exchange ? source(language, exchange) : "";
  return (
    <section class="exchanged card" data-part="request" aria-label="Request and answer">
      <div class="row">
        {folded ? <FoldTitle title="Request" open set={setOpen} /> : <h2>Request</h2>}
        <Segments
          small
          label="Write the request as"
          name={`language-${operation}`}
          options={LANGUAGES.map((each) => [each, each])}
          value={language}
          set={setLanguage}
        />
        <Copy title="Copy" text={() => text} disabled={!exchange} />
      </div>
      {exchange ? (
        <pre class="source" tabindex={0} aria-label="Request">
          <code>{text}</code>
        </pre>
      ) : (
        <p class="empty">The request behind plyd’s move, ready for your own program.</p>
      )}
      {exchange && <h2>Answer</h2>}
      {exchange && !exchange.answer && <p class="empty">{awaited ?? "Comes when the server has it."}</p>}
      {exchange?.answer && (
        <pre class="answer" tabindex={0} aria-label="Answer">
          <code>{JSON.stringify(exchange.answer, null, 1)}</code>
        </pre>
      )}
    </section>
  );
}
