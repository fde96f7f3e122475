type Bench = (args: readonly string[]) => Promise<void>;

const benches: Record<string, () => Promise<Bench>> = {
  abuse: async () => (await import('./abuse.ts')).bench,
  backup: async () => (await import('./bulk.ts')).benchBackup,
  bulk: async () => (await import('./bulk.ts')).benchBulk,
  'bulk-crash': async () => (await import('./checks.ts')).benchBulkCrash,
  'bulk-proof': async () => (await import('./checks.ts')).benchBulkProof,
  calls: async () => (await import('./calls.ts')).benchCalls,
  changes: async () => (await import('./bulk.ts')).benchChanges,
  dashboard: async () => (await import('./calls.ts')).benchDashboard,
  'desktop-csv': async () => (await import('./desktop-csv.ts')).bench,
  fuzz: async () => (await import('./checks.ts')).benchFuzz,
  insights: async () => (await import('./insights.ts')).bench,
  keys: async () => (await import('./calls.ts')).benchKeys,
  lighthouse: async () => (await import('./website.ts')).benchLighthouse,
  load: async () => (await import('./load.ts')).bench,
  matching: async () => (await import('./sources.ts')).benchMatching,
  naughty: async () => (await import('./checks.ts')).benchNaughty,
  newcomer: async () => (await import('./website.ts')).benchNewcomer,
  pages: async () => (await import('./pages.ts')).bench,
  payments: async () => (await import('./checks.ts')).benchPayments,
  publish: async () => (await import('./checks.ts')).benchPublish,
  registry: async () => (await import('./sources.ts')).benchRegistry,
  replicas: async () => (await import('./load.ts')).benchReplicas,
  reliability: async () => (await import('./checks.ts')).benchReliability,
  scale: async () => (await import('./table.ts')).benchScale,
  reviews: async () => (await import('./insights.ts')).benchReviews,
  search: async () => (await import('./search.ts')).bench,
  sources: async () => (await import('./sources.ts')).benchSources,
  table: async () => (await import('./table.ts')).benchTable,
  tables: async () => (await import('./tables.ts')).bench,
  workbench: async () => (await import('./workbench.ts')).bench,
};

// An interrupted benchmark must run exit handlers, because they stop its databases and servers.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

/** `npm run bench -- NAME ...` runs a benchmark. Without a name, or with a number of listings, it prints the table. */
const [first, ...rest] = process.argv.slice(2);
const [name, args] = first === undefined || /^\d+$/.test(first) ? ['table', first ? [first] : []] : [first, rest];
const load = Object.hasOwn(benches, name) ? benches[name] : undefined;
if (load) await (await load())(args);
else {
  console.log(`Benchmarks: ${Object.keys(benches).join(', ')}. For example: npm run bench -- abuse`);
  process.exitCode = 1;
}
