/** Starts an engine, in a worker of the browser. Bundlers look for calls that are written out like these. */
export const createEngine = ({ threads = true } = {}) =>
  threads
    ? new Worker(new URL('./cleave.js', import.meta.url))
    : new Worker(new URL('./cleave.js', import.meta.url), { name: 'cleave-one-thread' });
