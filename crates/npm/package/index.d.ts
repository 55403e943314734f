/** A message of the engine: a line of UCI, without its end. */
export interface EngineMessage {
  readonly data: string;
}

/** Why the engine has ended. */
export interface EngineError {
  readonly message: string;
}

/**
 * The engine. In a browser it is a `Worker`; in Node it is a thread with these parts of a `Worker`. It starts more threads if
 * it may.
 * A line may be posted at any time, also before the engine has loaded.
 */
export interface Engine {
  /** Sends a line of UCI, such as `'go movetime 1000'`, without its end. */
  postMessage(line: string): void;
  /** Gets each line of the engine. */
  onmessage: ((event: EngineMessage) => void) | null;
  /** Gets the error that has ended the engine: its module could not be loaded, or it has failed. */
  onerror: ((event: EngineError) => void) | null;
  addEventListener(type: 'message', listener: (event: EngineMessage) => void): void;
  addEventListener(type: 'error', listener: (event: EngineError) => void): void;
  removeEventListener(type: 'message' | 'error', listener: (event: EngineError) => void): void;
  /** Ends the engine at once. Afterwards it sends nothing. The line `'quit'` ends it as well. */
  terminate(): void;
}

/** How an engine is started. */
export interface EngineOptions {
  /**
   * Use the module that can search in several threads, where that is possible: in Node 22, and on pages that are
   * cross-origin isolated. Elsewhere the engine has one thread and says so in a line that begins with
   * `info string one thread`. If false, it has one thread everywhere. By default true.
   */
  threads?: boolean;
}

/** Starts an engine. Several may run at the same time; each has threads and a hash table of its own. */
export function createEngine(options?: EngineOptions): Engine;
