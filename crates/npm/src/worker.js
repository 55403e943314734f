// What a worker does: messages are lines for the engine, and lines of the engine are messages. A worker may also be a thread of
// the engine.

/** The modules: with one thread, and with threads. */
const [MODULE, THREADS_MODULE] = ['cleave.wasm', 'cleave-threads.wasm'];

/** The name of a worker whose engine must have one thread. */
const ONE_THREAD = 'cleave-one-thread';

/** Starts a program: in threads, if it was built so and therefore needs its memory made. @type {typeof startThreads} */
const start = (module, options) => {
  const isThreaded = WebAssembly.Module.imports(module).some(({ kind }) => kind === 'memory');
  return (isThreaded ? startThreads : startOneThread)(module, options);
};

/** Splits what the program writes into lines. @param {(line: string) => void} say */
function lines(say) {
  const decoder = new TextDecoder();
  let rest = '';
  return (/** @type {Uint8Array} */ bytes) => {
    rest += decoder.decode(bytes, { stream: true });
    const all = rest.split('\n');
    rest = all.pop() ?? '';
    all.forEach(say);
  };
}

/** A module, and why it is not the one that has threads. @typedef {{module: WebAssembly.Module, notice?: string}} Loaded */

/**
 * Serves in a worker. Messages wait until the module is there.
 * @param {{listen: (hear: (data: unknown) => void) => void, post: (line: string) => void, close: (code: number) => void,
 *   fail: (error: unknown) => void}} port
 * @param {Promise<Loaded>} loading
 */
async function serve(port, loading) {
  /** @type {unknown[]} */
  const early = [];
  const encoder = new TextEncoder();
  const say = lines(port.post);
  const complain = lines((line) => console.error(line));
  /** @type {(data: unknown) => void} */
  let hear = (data) => void early.push(data);
  port.listen((data) => hear(data));
  try {
    const { module, notice } = await loading;
    const program = start(module, {
      args: [],
      isTerminal: false,
      write: (bytes, isError) => (isError ? complain : say)(bytes),
      ended: (code, error) => (error === undefined ? port.close(code) : port.fail(error)),
    });
    if (notice) port.post(`info string one thread: ${notice}`);
    hear = (data) => program.write(encoder.encode(`${data}\n`));
    early.forEach(hear);
  } catch (error) {
    port.fail(error);
  }
}

/** Reports an error as one that was not caught. @param {unknown} error */
function fail(error) {
  setTimeout(() => {
    throw error;
  });
}

/** Gets the module at this address. @param {string} address */
async function compile(address) {
  const response = await fetch(new URL(address, self.location.href));
  if (!response.ok) throw new Error(`${address}: ${response.status} ${response.statusText}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** Gets the module for this page: the one at the address that follows the script's and `#`, if there is one. */
async function loadForPage() {
  const address = self.location.hash.slice(1);
  if (address) return { module: await compile(address) };
  if (self.name === ONE_THREAD) return { module: await compile(MODULE) };
  if (!self.crossOriginIsolated) return { module: await compile(MODULE), notice: 'this page is not cross-origin isolated' };
  try {
    return { module: await compile(THREADS_MODULE) };
  } catch (error) {
    return { module: await compile(MODULE), notice: String(error) };
  }
}

if (isNode) {
  const { readFileSync } = require('node:fs');
  const { join } = require('node:path');
  const { parentPort, workerData } = threads();
  const compile = (/** @type {string} */ name) => WebAssembly.compile(readFileSync(join(__dirname, name)));
  const role = workerData?.[NAME];
  /** Gets the module for this version of Node. @returns {Promise<Loaded>} */
  const load = async () => {
    if (role === ONE_THREAD) return { module: await compile(MODULE) };
    // V8 11.3 compiles the wait for a word wrongly: a thread that is woken up goes on waiting, and never sleeps again.
    if (parseInt(process.versions.node, 10) < 22) return { module: await compile(MODULE), notice: 'threads need Node 22' };
    return { module: await compile(THREADS_MODULE) };
  };
  if (role === THREAD) {
    parentPort.on('message', serveAsThread((kind, ...values) => parentPort.postMessage({ kind, values })));
  } else if (role) {
    serve({
      listen: (hear) => parentPort.on('message', hear),
      post: (line) => parentPort.postMessage(line),
      close: (code) => {
        process.exitCode = code;
        parentPort.close();
      },
      fail,
    }, load());
  } else {
    module.exports = { load, start };
  }
} else if (self.name === THREAD) {
  const serveThread = serveAsThread((kind, ...values) => self.postMessage({ kind, values }));
  self.addEventListener('message', ({ data }) => serveThread(data));
} else {
  serve({
    listen: (hear) => self.addEventListener('message', ({ data }) => hear(data)),
    post: (line) => self.postMessage(line),
    close: () => self.close(),
    fail,
  }, loadForPage());
}
