/** Starts an engine, in a worker of the browser. */
export const createEngine = () => new Worker(new URL('./cleave.js', import.meta.url));
