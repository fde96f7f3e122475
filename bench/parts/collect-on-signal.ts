/**
 * Preloaded into a server that runs with --expose-gc. On SIGUSR2 it collects all garbage, then prints the megabytes that are
 * still in use: objects of the heap, and buffers outside it.
 */
process.on('SIGUSR2', () => {
  globalThis.gc!();
  const { heapUsed, external } = process.memoryUsage();
  process.stdout.write(`in use: ${Math.round((heapUsed + external) / 1024 ** 2)} MB\n`);
});
