// The drawing as a file that stands alone.

import { download as save } from "../play/records";

/** What the style sheet gives to the shapes; a file has none. */
const STYLES = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linejoin",
  "paint-order",
  "font-family",
  "font-size",
  "font-weight",
  "text-anchor",
  "opacity",
];

export function standalone(drawing: SVGSVGElement): string {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const originals = drawing.querySelectorAll<SVGElement>("*");
  copy.querySelectorAll<SVGElement>("*").forEach((element, i) => {
    const style = getComputedStyle(originals[i]);
    for (const name of STYLES) element.setAttribute(name, style.getPropertyValue(name));
    for (const name of ["class", "role", "tabindex", "data-node", "aria-label", "aria-selected", "aria-level"])
      element.removeAttribute(name);
  });
  const ground = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  ground.setAttribute("width", "100%");
  ground.setAttribute("height", "100%");
  ground.setAttribute("fill", getComputedStyle(document.body).getPropertyValue("--surface").trim() || "white");
  copy.prepend(ground);
  copy.removeAttribute("class");
  copy.removeAttribute("role");
  return new XMLSerializer().serializeToString(copy);
}

export function download(drawing: SVGSVGElement, name: string): void {
  save(standalone(drawing), name, "image/svg+xml");
}
