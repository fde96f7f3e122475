import { readdir } from 'node:fs/promises';

// Whoever stops a benchmark stops what it started: exit handlers see to the databases and servers.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

/** `npm run bench -- NAME ...` runs bench/NAME.ts; without a name, or with a number of listings, the one table of all. */
const [first, ...rest] = process.argv.slice(2);
const [name, args] = first === undefined || /^\d+$/.test(first) ? ['table', first ? [first] : []] : [first, rest];
const names = (await readdir(new URL('.', import.meta.url)))
  .filter((file) => file.endsWith('.ts') && file !== 'run.ts')
  .map((file) => file.slice(0, -3));
if (!names.includes(name)) {
  console.log(`Benchmarks: ${names.join(', ')}. For example: npm run bench -- ${names[0]}`);
  process.exitCode = 1;
} else {
  const { bench } = (await import(`./${name}.ts`)) as {
    bench?: (args: readonly string[]) => Promise<void>;
  };
  // One without a function of that name has run by being read.
  await bench?.(args);
}
