import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';
import { importText } from '#server/test/files/bulk.ts';
import type { CorpusFile } from '#server/test/files/corpus/corpus-file.ts';
import { officeFiles } from '#server/test/files/corpus/office-files.ts';
import { otherFormats } from '#server/test/files/corpus/other-formats.ts';
import { publicData } from '#server/test/files/corpus/public-data.ts';
import type { RunRow } from '../runs/queries-runs.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.stop());
beforeEach(() => app.deps.db.raw('delete from dentists; delete from practices; delete from import_mappings'));

const importFile = ({ content, name = 'list.csv' }: CorpusFile) => importText(app, content, { name });
/** Counts the rows and cells of a file by their outcome, and lists the fields of its columns. */
function summarize({ status, mapping, rowsNew, rowsRefused, problems }: RunRow) {
  const count = (outcome: string) =>
    Object.fromEntries(problems.filter((p) => p.outcome === outcome).map(({ column }) => [column, 0]));
  const [blank, flagged] = [count('blank'), count('flagged')];
  for (const { outcome, column, count: cells } of problems)
    if (outcome === 'blank') blank[column!]! += cells;
    else if (outcome === 'flagged') flagged[column!]! += cells;
  const columns = mapping.columns ?? [];
  return {
    status,
    fields: columns.flatMap(({ header, field }) => (field === null ? [] : [`${header}=${field}`])).toSorted(),
    doubtful: columns.flatMap(({ header, how }) => (how === 'doubtful' ? [header] : [])),
    added: rowsNew,
    refused: rowsRefused,
    blank,
    flagged: flagged.zipCode ?? 0,
  };
}

const tables = [...publicData, ...officeFiles].filter(({ says }) => says === undefined);
const others = [...publicData, ...officeFiles, ...otherFormats].filter(({ says }) => says !== undefined);

it('has at least 40 files, half of them of public shapes', () => {
  expect(tables.length).toBeGreaterThanOrEqual(40);
  expect(publicData.length).toBeGreaterThanOrEqual(20);
});

describe('a messy file imports without help', () => {
  it.each(tables)('$title', async (file) => {
    const run = await importFile(file);
    const { fields = '', doubtful = [], added = 0, refused = 0, blank = {}, flagged = 0 } = file;
    expect(summarize(run)).toEqual({
      status: 'done',
      fields: fields.split('|').toSorted(),
      doubtful,
      added,
      refused,
      blank,
      flagged,
    });
    if (!file.first) return;
    const [first] = (await app.deps.db('dentists').orderBy('name')) as object[];
    expect(first).toMatchObject(file.first);
  });
});

describe('a file that is no table is named for what it is', () => {
  it.each(others)('$title', async (file) => {
    const sentence = await importFile(file).then(
      ({ message }) => message,
      (error: Error) => error.message,
    );
    expect(sentence).toMatch(file.says!);
    expect(await app.deps.db('dentists').first('id')).toBeUndefined();
  });
});
