#!/usr/bin/env node
// The engine on standard input and output, for GUIs that start programs: UCI, the protocol of xboard, or a console.
'use strict';

const { load, start } = require('./cleave.js');

load().then(({ module }) => {
  const program = start(module, {
    args: process.argv.slice(2),
    isTerminal: Boolean(process.stdin.isTTY),
    write: (bytes, isError) => void (isError ? process.stderr : process.stdout).write(bytes),
    ended: (code, error) => {
      if (error !== undefined) throw error;
      process.exitCode = code;
      // An open input would keep the program from ending.
      process.stdin.destroy();
    },
  });
  process.stdin.on('data', (bytes) => program.write(bytes));
  process.stdin.on('end', () => program.end());
});
