// The shown position as a picture to copy, to save or to print.

import { useMemo, useState } from "preact/hooks";
import type { JSX } from "preact";
import { sentence } from "../ask";
import { Copy } from "../Copy";
import { address, drawn, pixels } from "./picture";
import { download } from "./records";
import type { View } from "./view";

const SAID_MS = 1500;

export function Diagram({ view, close }: { view: View; close: () => void }): JSX.Element {
  const { facts, plies, at, position } = view;
  const [said, setSaid] = useState("");
  const [trouble, setTrouble] = useState("");
  const last = at > 0 ? `, after ${plies[at - 1].label}` : "";
  const title = facts!.title + last;
  const svg = useMemo(() => {
    const board = document.querySelector<SVGSVGElement>(".stage svg.board");
    return board ? drawn(board, title) : "";
  }, [position, title]);
  const safely = (work: Promise<unknown>) => void work.catch((error: unknown) => setTrouble(sentence(error)));
  const copy = async () => {
    // Safari asks for the promise, since the click would be over when the picture is there.
    await navigator.clipboard.write([new ClipboardItem({ "image/png": pixels(svg) })]);
    setSaid("Copied");
    setTimeout(() => setSaid(""), SAID_MS);
  };
  const file = `plyd-${facts!.id}-${at}`;
  return (
    <>
      <img class="diagram" src={address(svg)} alt={`The position as a picture: ${title}`} />
      {trouble && (
        <p class="notice bad" role="alert">
          {trouble}
        </p>
      )}
      <div class="row end wrap">
        {"ClipboardItem" in window && navigator.clipboard && (
          <button type="button" onClick={() => safely(copy())}>
            {said || "Copy picture"}
          </button>
        )}
        <Copy title="Copy SVG" text={() => svg} />
        <button type="button" onClick={() => download(svg, `${file}.svg`, "image/svg+xml")}>
          Save SVG
        </button>
        <button
          type="button"
          onClick={() => safely(pixels(svg).then((png) => download(png, `${file}.png`, "image/png")))}
        >
          Save PNG
        </button>
        <button
          type="button"
          onClick={() => {
            close();
            window.print();
          }}
        >
          Print
        </button>
        <button type="button" class="primary" onClick={close}>
          Done
        </button>
      </div>
    </>
  );
}
