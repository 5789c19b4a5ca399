/** A style sheet that is loaded with a part of the page, as text. */
declare module "*.css" {
  const text: string;
  export default text;
}
