// The engine in several threads. Each is a worker of the host that runs the same module in the same memory, so each may block,
// as the threads of any program do. The worker that the user has started runs nothing of the engine: it carries messages and
// starts workers, and a thread that blocks can do neither.
//
//              lines                    input, in shared memory
//     user  <---------->  this worker  ------------------------->  main thread
//                          |       ^                                    |
//                          v       +---- output, "start a thread" ------+
//                     other threads

/** What each worker is called that is a thread of the engine. */
const THREAD = 'cleave-thread';

/** The number of the thread that begins the program. */
const MAIN = 0;

/** Threads that may run at the same time. A browser that starts too many ends the page. */
const MOST_THREADS = 128;

/** Pages of 64 KiB: those that the memory has at first, as the module is linked (.cargo/config.toml), and those of 4 GiB. */
const [FIRST_PAGES, MOST_PAGES] = [256, 65536];

/**
 * Milliseconds from the end of the program until this worker of a browser may end. Chromium ends a thread that blocks two seconds
 * after it was terminated, and only if this worker is still there. A busy machine needs longer.
 */
const UNTIL_THREADS_END = 8000;

/** Returns memory for the module. It grows as far as this host allows. */
function sharedMemory() {
  for (let maximum = MOST_PAGES; ; maximum /= 2) {
    try {
      return new WebAssembly.Memory({ initial: FIRST_PAGES, maximum, shared: true });
    } catch (error) {
      if (maximum / 2 < FIRST_PAGES) throw error;
    }
  }
}

/** How many threads have been started, and how many run. */
class ThreadCount {
  #words;

  constructor(buffer = new SharedArrayBuffer(8)) {
    this.buffer = buffer;
    this.#words = new Int32Array(buffer);
  }

  /** Counts a thread, and returns its number; -1 if enough run. */
  enter() {
    if (Atomics.add(this.#words, 1, 1) < MOST_THREADS) return Atomics.add(this.#words, 0, 1) + 1;
    this.leave();
    return -1;
  }

  leave() {
    Atomics.sub(this.#words, 1, 1);
  }
}

/** Blocks this thread. @param {number} ms */
const sleep = (ms) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/**
 * Starts a worker by this script.
 * @param {(message: any) => void} hear @param {(error: unknown) => void} fail
 * @returns {{postMessage: (message: unknown) => void, terminate: () => void}}
 */
function newThread(hear, fail) {
  if (isNode) {
    const worker = new (threads().Worker)(__filename, { workerData: { [NAME]: THREAD } });
    worker.on('message', hear);
    worker.on('error', fail);
    return worker;
  }
  const worker = new Worker(self.location.href, { name: THREAD });
  worker.onmessage = ({ data }) => hear(data);
  worker.onerror = ({ error, message }) => fail(error ?? new Error(message));
  return worker;
}

/** Starts the program. @param {WebAssembly.Module} module @param {Options} options @returns {Running} */
function startThreads(module, { args, isTerminal, write, ended }) {
  if (typeof SharedArrayBuffer === 'undefined') throw new Error('threads need a page that is cross-origin isolated');
  const [pipe, count] = [new Pipe(), new ThreadCount()];
  const processors = isNode ? require('node:os').availableParallelism() : navigator.hardwareConcurrency;
  const environment = [`NUMBER_OF_PROCESSORS=${processors}`];
  const buffers = { memory: sharedMemory(), pipe: pipe.buffer, count: count.buffer };
  const common = { module, ...buffers, args, isTerminal, environment };

  /** @type {ReturnType<typeof newThread>[]} */
  const workers = [];
  /** Workers whose thread has ended. @type {ReturnType<typeof newThread>[]} */
  const idle = [];
  let isOver = false;

  /** @param {number} code @param {unknown} [error] */
  function end(code, error) {
    if (isOver) return;
    isOver = true;
    workers.forEach((worker) => worker.terminate());
    if (isNode || error !== undefined) ended(code, error);
    else setTimeout(ended, UNTIL_THREADS_END, code);
  }

  /** Starts a thread, in an idle worker if there is one. @param {number} id @param {number} argument */
  function startThread(id, argument) {
    const worker = idle.pop() ?? newWorker();
    worker.postMessage({ ...common, id, argument });
  }

  function newWorker() {
    const worker = newThread(({ kind, values }) => !isOver && calls[kind](...values), (error) => end(1, error));
    /** What threads ask for. @type {Record<string, (...values: any[]) => void>} */
    const calls = {
      write,
      start: startThread,
      idle: () => void idle.push(worker),
      takeRoom: fillPipe,
      exit: end,
    };
    workers.push(worker);
    return worker;
  }

  /** Input that is not yet in the pipe. @type {Uint8Array[]} */
  const input = [];
  let isAtEnd = false;

  /** Moves input into the pipe. */
  function fillPipe() {
    let hasAsked = false;
    while (input.length > 0) {
      input[0] = input[0].subarray(pipe.write(input[0]));
      if (input[0].length === 0) {
        input.shift();
      } else {
        // The thread may have read all of it before it could see the wish, so the second try is needed.
        if (hasAsked) return;
        pipe.wantRoom();
        hasAsked = true;
      }
    }
    if (isAtEnd) pipe.end();
  }

  startThread(MAIN, 0);
  return {
    write(bytes) {
      input.push(bytes);
      fillPipe();
    },
    end() {
      isAtEnd = true;
      fillPipe();
    },
  };
}

/** Serves as a thread of the engine, one after another. @param {(kind: string, ...values: unknown[]) => void} call */
function serveAsThread(call) {
  /** @type {any} */
  let program;

  /** @param {any} message */
  return ({ module, memory, args, isTerminal, environment, id, argument, ...buffers }) => {
    const [pipe, count] = [new Pipe(buffers.pipe), new ThreadCount(buffers.count)];
    const host = {
      memory,
      args,
      isTerminal,
      environment,
      write: (/** @type {Uint8Array} */ bytes, /** @type {boolean} */ isError) => call('write', bytes, isError),
      wait: (/** @type {number} */ ms, /** @type {boolean} */ forInput) => (forInput ? pipe.wait(ms) : (sleep(ms), false)),
      read: (/** @type {number} */ most) => {
        // Until the end of input, none would be taken for it.
        pipe.wait(Infinity);
        const bytes = pipe.read(most);
        if (pipe.takeWish()) call('takeRoom');
        return bytes;
      },
      spawn: (/** @type {number} */ argument) => {
        const id = count.enter();
        if (id > 0) call('start', id, argument);
        return id;
      },
    };
    try {
      program ??= new WebAssembly.Instance(module, imports(module, host)).exports;
      if (id === MAIN) {
        program._start();
        call('exit', 0);
      } else {
        program.wasi_thread_start(id, argument);
        count.leave();
        call('idle');
      }
    } catch (error) {
      if (error instanceof Exit) call('exit', error.code);
      else call('exit', 1, error);
    }
  };
}
