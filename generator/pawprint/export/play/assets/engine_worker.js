// Python with the engine of a game, in a worker: the first message has its files, each other one is a request.

let answers;

self.addEventListener("message", ({ data }) => {
  if (data.files) answers = start(data.files, data.about);
  else answer(data);
});

async function answer({ number, asked }) {
  try {
    self.postMessage({ number, answer: JSON.parse((await answers)(asked)) });
  } catch (error) {
    self.postMessage({ number, answer: { error: String(error.message ?? error) } });
  }
}

async function start({ loader, assembly, wasm, stdlib, program, game }, about) {
  const address = (file, type) => URL.createObjectURL(new Blob([file], { type }));
  // A page from disk may only start classic workers. The runtime refuses them, and knows them by this function.
  self.importScripts = undefined;
  // The runtime asks for one file by its name, which it has here.
  const load = self.fetch.bind(self);
  self.fetch = (asked, ...more) =>
    String(asked).endsWith("pyodide.asm.wasm") ? Promise.resolve(new Response(wasm, { headers: { "Content-Type": "application/wasm" } })) : load(asked, ...more);
  const { loadPyodide } = await import(address(loader, "text/javascript"));
  const { default: createPyodideModule } = await import(address(assembly, "text/javascript"));
  const python = await loadPyodide({
    indexURL: "file:///runtime/", createPyodideModule, lockFileContents: { info: about, packages: {} }, stdLibURL: address(stdlib, "application/zip"),
  });
  python.unpackArchive(program, "zip", { extractDir: "/program" });
  python.unpackArchive(game, "zip", { extractDir: "/game" });
  return python.runPython("import sys; sys.path.insert(0, '/program'); from pawprint.playtests.page.offline_host import answers; answers('/game')");
}
