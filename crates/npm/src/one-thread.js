// The engine in one thread. It is a program that waits for input by a call, but the thread must return to the host for a
// message to come in. So the module is built to be suspended in that call (by Binaryen's Asyncify): it writes its stack to
// memory and returns, and is called again when there is input. During a search it asks for input a thousand times a second,
// and is suspended when its slice of time is over.

/** Milliseconds that a search runs until the thread looks for messages. */
const SLICE = 12;

/** Pages of 64 KiB for the stack of the suspended module. */
const STACK_PAGES = 16;

/** Calls a function after the messages that have come in. @type {(task: () => void) => void} */
const afterMessages = (() => {
  if (typeof setImmediate === 'function') return setImmediate;
  // A timer that is set again and again would wait for 4 ms.
  const channel = new MessageChannel();
  /** @type {(() => void)[]} */
  const tasks = [];
  channel.port1.onmessage = () => tasks.shift()?.();
  return (task) => {
    tasks.push(task);
    channel.port2.postMessage(null);
  };
})();

/** Starts the program. @param {WebAssembly.Module} module @param {Options} options @returns {Running} */
function startOneThread(module, { args, isTerminal, write, ended }) {
  /** @type {Uint8Array[]} */
  const input = [];
  let isAtEnd = false;
  const hasInput = () => input.length > 0 || isAtEnd;

  /** What the suspended module waits for. @type {{until: number, forInput: boolean} | null} */
  let waiting = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** The program waits for more than its turn. */
  let isIdle = false;
  let sliceBegan = performance.now();

  /** @type {(ms: number, forInput: boolean) => boolean} */
  function wait(ms, forInput) {
    if (waiting) {
      program.asyncify_stop_rewind();
      ms = Math.max(0, waiting.until - performance.now());
      waiting = null;
      sliceBegan = performance.now();
    }
    if (forInput && hasInput()) return true;
    const isOver = performance.now() >= sliceBegan + SLICE;
    if (ms === 0 && !isOver) return false;
    waiting = { until: performance.now() + ms, forInput };
    const memory = new DataView(program.memory.buffer);
    memory.setUint32(stack, stack + 8, true);
    memory.setUint32(stack + 4, stack + STACK_PAGES * 65536, true);
    program.asyncify_start_unwind(stack);
    return false;
  }

  /** @type {any} */
  let program;
  const host = {
    get memory() {
      return program.memory;
    },
    args,
    isTerminal,
    write,
    wait,
    read: (/** @type {number} */ most) => {
      const piece = input.shift() ?? new Uint8Array();
      if (piece.length > most) input.unshift(piece.subarray(most));
      return piece.subarray(0, most);
    },
  };
  program = new WebAssembly.Instance(module, imports(module, host)).exports;
  const stack = program.memory.grow(STACK_PAGES) * 65536;

  /** Lets the program run until it is suspended or ends. @param {boolean} isResumed */
  function run(isResumed) {
    try {
      if (isResumed) program.asyncify_start_rewind(stack);
      program._start();
    } catch (error) {
      if (error instanceof Exit) ended(error.code);
      else ended(1, error);
      return;
    }
    if (!waiting) return ended(0);
    program.asyncify_stop_unwind();
    const ms = waiting.until - performance.now();
    if (ms <= 0) afterMessages(() => run(true));
    else if (waiting.forInput && hasInput()) afterMessages(resume);
    else if (ms < Infinity) timer = setTimeout(resume, ms);
    isIdle = ms > 0;
  }

  /** Goes on, if the program has not done so already. */
  function resume() {
    if (!isIdle) return;
    clearTimeout(timer);
    isIdle = false;
    run(true);
  }

  const notice = () => {
    if (waiting?.forInput) resume();
  };
  afterMessages(() => run(false));
  return {
    write(bytes) {
      input.push(bytes);
      notice();
    },
    end() {
      isAtEnd = true;
      notice();
    },
  };
}
