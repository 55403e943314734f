// What the script uses of Node: its types are a package of their own.
declare const process: any;
declare const require: any;
declare const module: any;
declare const __dirname: string;
declare const __filename: string;
declare const setImmediate: ((task: () => void) => void) | undefined;
declare module 'node:fs';
declare module 'node:os';
declare module 'node:path';
declare module 'node:worker_threads';
