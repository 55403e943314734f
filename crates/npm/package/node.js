// The engine for Node: a thread that is used as a Worker of a browser is.
'use strict';

const { join } = require('node:path');
const { Worker } = require('node:worker_threads');

class Engine extends EventTarget {
  #worker;
  /** @type {((event: MessageEvent) => void) | null} */
  onmessage = null;
  /** @type {((event: Event) => void) | null} */
  onerror = null;

  constructor(role) {
    super();
    this.#worker = new Worker(join(__dirname, 'cleave.js'), { workerData: { cleave: role } });
    this.#worker.on('message', (data) => this.#tell('onmessage', new MessageEvent('message', { data })));
    this.#worker.on('error', (error) => {
      const event = Object.assign(new Event('error', { cancelable: true }), { error, message: error.message });
      this.#tell('onerror', event);
    });
    this.#worker.on('exit', () => this.dispatchEvent(new Event('close')));
  }

  postMessage(line) {
    this.#worker.postMessage(String(line));
  }

  terminate() {
    void this.#worker.terminate();
  }

  #tell(handler, event) {
    this[handler]?.(event);
    this.dispatchEvent(event);
  }
}

/** Starts an engine. */
exports.createEngine = ({ threads = true } = {}) => new Engine(threads ? 'cleave' : 'cleave-one-thread');
