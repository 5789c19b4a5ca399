// Node.js requires file extensions in imports.
export default { output: { path: "hey-api-client", module: { extension: ".js" } } };
