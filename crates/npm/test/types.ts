// The types of the package, as a program in TypeScript uses them.
import { createEngine, type Engine } from 'cleave-chess';

const engine: Engine = createEngine();
const alone: Engine = createEngine({ threads: false });
const lines: string[] = [];
engine.onmessage = ({ data }) => lines.push(data);
engine.onerror = ({ message }) => lines.push(message.toUpperCase());
engine.addEventListener('message', (event) => lines.push(event.data));
engine.postMessage('go depth 1');
// @ts-expect-error A line is a text.
engine.postMessage(1);
// @ts-expect-error There is no such part.
engine.search();
// @ts-expect-error Threads are wanted or not.
createEngine({ threads: 4 });
engine.terminate();
alone.terminate();
