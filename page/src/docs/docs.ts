// The contract in Swagger UI, each operation ready to be tried on this server.

declare function SwaggerUIBundle(options: object): unknown;

const dark = matchMedia("(prefers-color-scheme: dark)");
const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
follow();
dark.addEventListener("change", follow);

SwaggerUIBundle({
  // As it was written: the JSON has its keys in another order.
  url: "/openapi.yaml",
  dom_id: "#reader",
  deepLinking: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  // Nobody outside is asked whether the document is valid.
  validatorUrl: null,
});
