// Preloaded into a server: at SIGUSR2 it collects its garbage and writes into a file how many bytes are left.
const { renameSync, writeFileSync } = require('node:fs');
const { setImmediate } = require('node:timers/promises');
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

/** What is finalized after one collection is let go of by the next. */
const ROUNDS = 3;

process.on('SIGUSR2', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    collect();
    await setImmediate();
  }
  const { heapUsed, external } = process.memoryUsage();
  const path = `${process.env.HEAP_PROBE}-${process.pid}`;
  writeFileSync(`${path}.new`, String(heapUsed + external));
  // Whoever waits for the file finds it whole.
  renameSync(`${path}.new`, path);
});
