// Node.js asks for extensions in what a file imports.
export default { output: { path: "hey-api-client", module: { extension: ".js" } } };
