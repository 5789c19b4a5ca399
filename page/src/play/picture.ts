// The board as it is shown, as a picture for documents: without what only helps to play, and in the light colours.

/** What pictures are drawn with. Styles of the page do not follow them into a file. */
const PAINT = ["fill", "stroke"] as const;
const LINES = ["stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-dasharray"] as const;
const WRITING = ["font-family", "font-size", "font-weight", "text-anchor"] as const;
const SHAPES = "path, rect, circle, polygon, polyline, line, text";

/** Marks of where one may move, and of what is about to be done. */
const AIDS = ".hint, .ring, .focus-ring, .under, .aim";
const STATES = ["legal", "movable", "reachable", "picked", "takes"];

/** The longer side in pixels, and how many more a picture of pixels has. */
const SIZE = 720;
const FINENESS = 2;

/** The board's picture as an SVG file. */
export function drawn(board: SVGSVGElement, title: string): string {
  const copy = board.cloneNode(true) as SVGSVGElement;
  for (const aid of copy.querySelectorAll(AIDS)) aid.remove();
  for (const each of copy.querySelectorAll("*")) each.classList.remove(...STATES);
  // Styles depend on the place, so they are read beside the board, in a copy that nobody sees.
  const beside = document.createElement("div");
  beside.className = "unseen";
  beside.style.colorScheme = "light";
  beside.style.backgroundColor = "var(--surface)";
  beside.append(copy);
  board.parentElement!.append(beside);
  const paper = painted(getComputedStyle(beside).getPropertyValue("background-color"));
  for (const each of copy.querySelectorAll<SVGElement>("*")) styled(each);
  beside.remove();
  for (const each of [copy, ...copy.querySelectorAll("*")]) plain(each);
  const { x, y, width, height } = board.viewBox.baseVal;
  const scale = SIZE / Math.max(width, height);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(Math.round(scale * width)));
  copy.setAttribute("height", String(Math.round(scale * height)));
  const ground = document.createElementNS(copy.namespaceURI!, "rect");
  const place = { x, y, width, height, fill: paper.colour };
  for (const [name, value] of Object.entries(place)) ground.setAttribute(name, String(value));
  const called = document.createElementNS(copy.namespaceURI!, "title");
  called.textContent = title;
  copy.prepend(called, ground);
  return `${new XMLSerializer().serializeToString(copy)}\n`;
}

/** Writes the styles of an element down as its attributes. */
function styled(element: SVGElement): void {
  const style = getComputedStyle(element);
  const set = (name: string, value: string) => element.setAttribute(name, value);
  if (style.display === "none") return set("display", "none");
  if (style.opacity !== "1") set("opacity", style.opacity);
  if (style.transform !== "none") set("transform", style.transform);
  if (!element.matches(SHAPES)) return;
  for (const name of PAINT) {
    const { colour, opacity } = painted(style.getPropertyValue(name));
    set(name, colour);
    if (opacity < 1) set(`${name}-opacity`, String(opacity * Number(style.getPropertyValue(`${name}-opacity`))));
    else if (style.getPropertyValue(`${name}-opacity`) !== "1")
      set(`${name}-opacity`, style.getPropertyValue(`${name}-opacity`));
  }
  if (style.stroke !== "none") for (const name of LINES) set(name, style.getPropertyValue(name));
  if (element.matches("text")) for (const name of WRITING) set(name, style.getPropertyValue(name));
}

/** A colour as every reader of SVG knows it, and how opaque it is. */
export function painted(value: string): { colour: string; opacity: number } {
  const [, space, parts] = /^(rgba?|color)\((?:srgb )?([^)]*)\)$/.exec(value) ?? [];
  if (!space) return { colour: value, opacity: 1 };
  const numbers = parts.split(/[\s,/]+/).map(Number);
  const most = space === "color" ? 255 : 1;
  const [red, green, blue] = numbers.map((part) => Math.round(most * part));
  return { colour: `rgb(${red}, ${green}, ${blue})`, opacity: numbers[3] ?? 1 };
}

/** Takes away what belongs to the page alone. */
function plain(element: Element): void {
  if (element.getAttribute("display") === "none") return element.remove();
  for (const { name } of [...element.attributes])
    if (/^(class|style|role|tabindex|aria-.*|data-.*)$/.test(name)) element.removeAttribute(name);
}

/** An SVG file as the address of a picture. */
export const address = (svg: string): string => `data:image/svg+xml,${encodeURIComponent(svg)}`;

/** An SVG file as a PNG. */
export async function pixels(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = address(svg);
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = FINENESS * image.width;
  canvas.height = FINENESS * image.height;
  canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the browser wrote no picture"))), "image/png"),
  );
}
