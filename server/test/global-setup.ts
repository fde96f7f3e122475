import type { TestProject } from 'vitest/node';
import { startTestPostgres } from './programs/database.ts';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { stop, ...postgres } = await startTestPostgres();
  project.provide('postgres', postgres);
  return stop;
}
