// What a worker does: messages are lines for the engine, and lines of the engine are messages.

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

/**
 * Serves in a worker. Messages wait until the module is there.
 * @param {{listen: (hear: (data: unknown) => void) => void, post: (line: string) => void, close: (code: number) => void,
 *   fail: (error: unknown) => void}} port
 * @param {Promise<WebAssembly.Module>} compiled
 */
function serve(port, compiled) {
  /** @type {unknown[]} */
  const early = [];
  const encoder = new TextEncoder();
  const say = lines(port.post);
  const complain = lines((line) => console.error(line));
  /** @type {(data: unknown) => void} */
  let hear = (data) => void early.push(data);
  port.listen((data) => hear(data));
  compiled.then((module) => {
    const program = start(module, {
      args: [],
      isTerminal: false,
      write: (bytes, isError) => (isError ? complain : say)(bytes),
      ended: (code, error) => (error === undefined ? port.close(code) : port.fail(error)),
    });
    hear = (data) => program.write(encoder.encode(`${data}\n`));
    early.forEach(hear);
  }, port.fail);
}

/** Reports an error as one that was not caught. @param {unknown} error */
function fail(error) {
  setTimeout(() => {
    throw error;
  });
}

/** Gets the module at this address. @param {string | URL} address */
async function compile(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status} ${response.statusText}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

if (isNode) {
  const { readFileSync } = require('node:fs');
  const { join } = require('node:path');
  const { parentPort, workerData } = threads();
  const load = () => WebAssembly.compile(readFileSync(join(__dirname, WASM)));
  if (workerData?.[NAME]) {
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
} else {
  // The script's address may end with '#' and the address of the module.
  const address = self.location.hash.slice(1) || WASM;
  serve({
    listen: (hear) => self.addEventListener('message', ({ data }) => hear(data)),
    post: (line) => self.postMessage(line),
    close: () => self.close(),
    fail,
  }, compile(new URL(address, self.location.href)));
}
