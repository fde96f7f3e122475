import { register } from 'tsx/esm/api';
import type { TestProject } from 'vitest/node';
import { startTestPostgres } from './programs/database.ts';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // knex imports the migrations without vitest's loader, so tsx has to transform them.
  const unregister = register();
  const { stop, ...postgres } = await startTestPostgres().finally(unregister);
  project.provide('postgres', postgres);
  return stop;
}
