// The contract in Swagger UI, each operation ready to be tried on this server.

import { applyLooks, chosen } from "../looks";

interface Operation {
  parameters?: object[];
  security?: object[];
}
interface Contract {
  info: { version: string };
  paths: Record<string, Record<string, Operation> & { parameters?: object[] }>;
  security?: object[];
  components: { securitySchemes?: object };
}
/** What `GET /v1/games/{game}` says of the game's example. */
interface Facts {
  example: { body: Record<string, unknown> };
}

declare function SwaggerUIBundle(options: object): unknown;

const reader = document.getElementById("reader")!;

const dark = matchMedia("(prefers-color-scheme: dark)");
/** The scheme that was chosen on the page at `/`. */
const scheme = chosen("scheme");
applyLooks();
const follow = () => document.documentElement.classList.toggle("dark-mode", scheme ? scheme === "dark" : dark.matches);
follow();
dark.addEventListener("change", follow);

/** The contract with the parameters of a path in each of its operations: Swagger UI resolves references only there. */
function readable(contract: Contract, keys: boolean): Contract {
  for (const path of Object.values(contract.paths)) {
    const { parameters = [], ...operations } = path;
    delete path.parameters;
    for (const operation of Object.values(operations)) {
      operation.parameters = [...parameters, ...(operation.parameters ?? [])];
      if (!keys) delete operation.security;
    }
  }
  // A server without keys needs no padlocks.
  if (!keys) {
    delete contract.security;
    delete contract.components.securitySchemes;
  }
  return contract;
}

const WORDS: [selector: string, words: string][] = [
  [".examples-select-element", "Example"],
  [".body-param__text", "Request body"],
  [".content-type", "Media type"],
];

/** What Swagger UI leaves out for those who use a keyboard or a screen reader. */
function mend(): void {
  for (const [selector, words] of WORDS)
    for (const element of reader.querySelectorAll(selector)) element.setAttribute("aria-label", words);
  for (const element of reader.querySelectorAll("tr[data-param-name]")) {
    const field = element.querySelector("td:last-child > select, td:last-child input, td:last-child > textarea");
    field?.setAttribute("aria-label", element.getAttribute("data-param-name")!);
  }
  // A button that holds a link is both at once.
  for (const link of reader.querySelectorAll(".opblock-summary-control a[href]")) link.removeAttribute("href");
  for (const heading of reader.querySelectorAll("h3.opblock-tag, .models h3")) heading.setAttribute("aria-level", "2");
  for (const heading of reader.querySelectorAll("h4, h5")) heading.setAttribute("aria-level", "3");
  for (const text of reader.querySelectorAll("pre, .renderedMarkdown table")) text.setAttribute("tabindex", "0");
}

/** Sets the value of a field that React watches. */
function fill(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  const kind = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  Object.getOwnPropertyDescriptor(kind.prototype, "value")!.set!.call(field, value);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/** A chosen game brings its own example: another game's state would be refused. */
async function exemplify(select: HTMLSelectElement): Promise<void> {
  const block = select.closest(".opblock")!;
  const answer = await fetch(`/v1/games/${encodeURIComponent(select.value)}`);
  if (!answer.ok) return;
  const { body } = ((await answer.json()) as Facts).example;
  const text = block.querySelector<HTMLTextAreaElement>(".body-param__text");
  if (text) {
    const old = JSON.parse(text.value || "{}") as Record<string, unknown>;
    // What a record says is the game's own business.
    if ("record" in old) return;
    const { moves: _moves, state: _state, ...rest } = old;
    fill(text, JSON.stringify({ state: body.state, ...rest }, null, 2));
  }
  for (const [name, value] of [
    ["state", typeof body.state === "string" ? body.state : JSON.stringify(body.state)],
    ["moves", ""],
  ]) {
    const field = block.querySelector<HTMLInputElement>(`tr[data-param-name="${name}"] input`);
    if (field) fill(field, value);
  }
}

reader.addEventListener("change", ({ target }) => {
  if (
    target instanceof HTMLSelectElement &&
    target.matches('tr[data-param-name="game"] .parameters-col_description > select')
  )
    void exemplify(target);
});
new MutationObserver(mend).observe(reader, { childList: true, subtree: true });

document.getElementById("curl")!.textContent = `curl '${location.origin}/v1/games/chess/search?level=4&seed=1'`;

void Promise.all([fetch("/openapi.json").then((answer) => answer.json()), fetch("/v1")])
  .then(([contract, { status }]: [Contract, Response]) => {
    document.getElementById("version")!.textContent = `version ${contract.info.version}`;
    SwaggerUIBundle({
      spec: readable(contract, status === 401),
      dom_id: "#reader",
      deepLinking: true,
      tryItOutEnabled: true,
      displayRequestDuration: true,
      defaultModelsExpandDepth: 0,
      // Its colours cannot be read on its own ground.
      syntaxHighlight: false,
      // No external validator.
      validatorUrl: null,
    });
  })
  .catch((error: unknown) => {
    reader.textContent = `The contract could not be read: ${String(error)}`;
  });
