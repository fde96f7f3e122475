import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

const create = () => mkdtempSync(join(tmpdir(), 'enamel-test-'));
const remove = (folder: string) => () => rmSync(folder, { recursive: true, force: true });

/** Creates a folder for one test. */
export function makeFolder(): string {
  const folder = create();
  onTestFinished(remove(folder));
  return folder;
}

/** Creates a folder for the tests of a file. */
export function useFolder(): string {
  const folder = create();
  afterAll(remove(folder));
  return folder;
}
