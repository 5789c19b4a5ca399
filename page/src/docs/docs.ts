// The contract in Swagger UI, each operation ready to be tried on this server.

interface Operation {
  parameters?: object[];
}
interface Contract {
  paths: Record<string, Record<string, Operation> & { parameters?: object[] }>;
}

declare function SwaggerUIBundle(options: object): unknown;

const dark = matchMedia("(prefers-color-scheme: dark)");
const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
follow();
dark.addEventListener("change", follow);

/** The contract with the parameters of a path in each of its operations: Swagger UI resolves references only there. */
function readable(contract: Contract): Contract {
  for (const path of Object.values(contract.paths)) {
    const { parameters = [], ...operations } = path;
    delete path.parameters;
    for (const operation of Object.values(operations))
      operation.parameters = [...parameters, ...(operation.parameters ?? [])];
  }
  return contract;
}

document.getElementById("curl")!.textContent = `curl '${location.origin}/v1/games/chess/search?level=4'`;

void fetch("/openapi.json")
  .then((answer) => answer.json())
  .then((contract: Contract) =>
    SwaggerUIBundle({
      spec: readable(contract),
      dom_id: "#reader",
      deepLinking: true,
      tryItOutEnabled: true,
      displayRequestDuration: true,
      defaultModelsExpandDepth: 0,
      // No external validator.
      validatorUrl: null,
    }),
  )
  .catch((error: unknown) => {
    document.getElementById("reader")!.textContent = `The contract could not be read: ${String(error)}`;
  });
