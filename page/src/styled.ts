/** Adds the styles of a part of the page, which comes after the first board. They stand behind those of page.css. */
export function styled(text: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  document.adoptedStyleSheets.push(sheet);
}
