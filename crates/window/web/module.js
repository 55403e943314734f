// The program in the page: a module of WebAssembly in a worker of the browser, asked by messages.

/** @typedef {{ask: (request: object, progress?: (depth: number, nodes: number) => void) => Promise<{line: any, rest: Uint8Array, all: Uint8Array}>,
 *   cancel: () => void}} Program */

/** Runs in the worker, and therefore uses no name from outside. */
function inWorker() {
  /** @type {any} */
  let program = null;
  let [desk, told] = [0, 0];
  const bytes = (/** @type {number} */ at, /** @type {number} */ length) => new Uint8Array(program.memory.buffer, at, length);
  const page = {
    now: () => performance.now(),
    progress: (/** @type {number} */ depth, /** @type {number} */ nodes) => {
      if (performance.now() < told + 100) return;
      told = performance.now();
      postMessage({ depth, nodes });
    },
    panicked: (/** @type {number} */ at, /** @type {number} */ length) => {
      throw new Error(new TextDecoder().decode(bytes(at, length)));
    },
  };
  onmessage = ({ data }) => {
    try {
      if (data.module) {
        program = new WebAssembly.Instance(new WebAssembly.Module(data.module), { page }).exports;
        desk = program.open();
        return;
      }
      const request = new TextEncoder().encode(JSON.stringify(data.request));
      bytes(program.room(desk, request.length), request.length).set(request);
      const length = program.answer(desk);
      postMessage({ answer: bytes(program.answered(desk), length).slice() });
    } catch (error) {
      postMessage({ fault: String(error) });
    }
  };
}

/** Starts the program. @param {Uint8Array} module @returns {Program} */
export function startProgram(module) {
  const source = URL.createObjectURL(new Blob([`(${inWorker})()`], { type: 'text/javascript' }));
  /** @type {{resolve: (bytes: Uint8Array) => void, reject: (reason: Error) => void, progress?: (depth: number, nodes: number) => void}[]} */
  let waiting = [];
  const start = () => {
    const worker = new Worker(source);
    worker.postMessage({ module });
    worker.onmessage = ({ data }) => {
      if (data.depth) return waiting[0]?.progress?.(data.depth, data.nodes);
      if (data.answer) waiting.shift()?.resolve(data.answer);
      else renew(data.fault);
    };
    return worker;
  };
  let worker = start();
  /** @param {string} reason */
  const renew = (reason) => {
    worker.terminate();
    worker = start();
    for (const { reject } of waiting.splice(0)) reject(new Error(reason));
  };
  return {
    /** The answer: its line of JSON, the bytes after that, and all of it. */
    async ask(request, progress) {
      const answer = await new Promise((resolve, reject) => {
        waiting.push({ resolve, reject, progress });
        worker.postMessage({ request });
      });
      const end = answer.indexOf(10) < 0 ? answer.length : answer.indexOf(10);
      const line = JSON.parse(new TextDecoder().decode(answer.subarray(0, end)));
      if (line.error) throw new Error(line.error);
      return { line, rest: answer.subarray(end + 1), all: answer };
    },
    cancel: () => renew('cancelled'),
  };
}
