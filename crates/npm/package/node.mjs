import node from './node.js';

export const { createEngine } = node;
