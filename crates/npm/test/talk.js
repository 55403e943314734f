// A conversation with an engine, for the tests.
'use strict';

const { join } = require('node:path');

/** The folder of the package, as `cargo xtask npm` prints it. */
exports.PACKAGE = process.env.CLEAVE_PACKAGE ?? join(__dirname, '../../../target/npm/cleave-chess');

/** Milliseconds until a test gives up: those of a machine that does other things as well. */
const PATIENCE = 300_000;

/** An engine, the lines that it has sent, and the tests that wait for one. */
exports.Talk = class Talk {
  #engine;
  #lines = [];
  #notify = () => {};

  constructor(engine) {
    this.#engine = engine;
    engine.onmessage = ({ data }) => {
      this.#lines.push(data);
      this.#notify();
    };
    engine.onerror = ({ message }) => this.#fail(new Error(message));
  }

  #fail = (error) => {
    this.error = error;
    this.#notify();
  };

  send(...lines) {
    for (const line of lines) this.#engine.postMessage(line);
  }

  /** The lines up to the first that matches. */
  async until(pattern) {
    const end = Date.now() + PATIENCE;
    for (;;) {
      const found = this.#lines.findIndex((line) => pattern.test(line));
      if (found >= 0) return this.#lines.splice(0, found + 1);
      if (this.error) throw this.error;
      const left = end - Date.now();
      if (left <= 0) throw new Error(`no ${pattern} after ${this.#lines.slice(-5).join('\n')}`);
      await new Promise((resolve) => {
        const timer = setTimeout(resolve, left);
        this.#notify = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  /** Sends lines, and returns the last line of the answer. */
  async ask(pattern, ...lines) {
    this.send(...lines);
    return (await this.until(pattern)).at(-1);
  }

  /** Sends lines, and returns the milliseconds until the answer. */
  async time(pattern, ...lines) {
    const began = performance.now();
    await this.ask(pattern, ...lines);
    return performance.now() - began;
  }
};
