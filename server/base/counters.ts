import { Counter } from 'prom-client';

/** Counters of this process, which /metrics reports. They belong to no registry, so that modules can count without one. */
export const cacheReads = new Counter({
  name: 'enamel_cache_reads_total',
  help: 'Reads of a cache in memory, by cache and result',
  labelNames: ['cache', 'result'],
  registers: [],
});
export const jobFailures = new Counter({
  name: 'enamel_job_failures_total',
  help: 'Failed attempts of background jobs, by job. Emails are the job mail',
  labelNames: ['job'],
  registers: [],
});
export const importsEnded = new Counter({
  name: 'enamel_imports_total',
  help: 'Imports that ended on this server, by their status',
  labelNames: ['status'],
  registers: [],
});
