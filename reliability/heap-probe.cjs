// Preloaded into a server: at SIGUSR2 it collects its garbage and writes into a file how many bytes are left.
const { renameSync, writeFileSync } = require('node:fs');
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

process.on('SIGUSR2', () => {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  const path = `${process.env.HEAP_PROBE}-${process.pid}`;
  writeFileSync(`${path}.new`, String(heapUsed + external));
  // Whoever waits for the file finds it whole.
  renameSync(`${path}.new`, path);
});
