// Preloaded into a server: at SIGUSR2 it collects its garbage and writes into a file how many bytes are left.
const { renameSync, writeFileSync } = require('node:fs');
const { setImmediate } = require('node:timers/promises');
const { getHeapSpaceStatistics, setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

/** Machine code is left out: it grows as long as the compiler finds something to make faster. */
function bytesKept() {
  const data = getHeapSpaceStatistics().filter(({ space_name }) => !space_name.startsWith('code'));
  const used = data.map(({ space_used_size }) => space_used_size);
  return used.reduce((sum, bytes) => sum + bytes, process.memoryUsage().external);
}

/** What is finalized after one collection is let go of by the next. */
const ROUNDS = 3;

process.on('SIGUSR2', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    collect();
    await setImmediate();
  }
  const path = `${process.env.HEAP_PROBE}-${process.pid}`;
  writeFileSync(`${path}.new`, String(bytesKept()));
  // Whoever waits for the file finds it whole.
  renameSync(`${path}.new`, path);
});
