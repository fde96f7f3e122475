import { readdir } from 'node:fs/promises';

// An interrupted benchmark must run exit handlers, because they stop its databases and servers.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

/** `npm run bench -- NAME ...` runs bench/NAME.ts. Without a name, or with a number of listings, it prints the table. */
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
  // A benchmark without an exported function ran when it was imported.
  await bench?.(args);
}
