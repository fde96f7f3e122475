import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RecipeStep } from '#contract/bulk/recipe.ts';
import { testApp, type TestApp } from '#server/test/app.ts';
import { importText } from '#server/test/files/bulk.ts';
import { expectResponsive } from '#server/test/healthz.ts';
import { WorkbenchFile } from '#server/test/files/workbench.ts';
import { compileRecipe } from './apply-recipe.ts';

const hundred = 'a'.repeat(100);
/** Each step makes the cells a hundred times longer. */
const growing = (count: number): RecipeStep[] =>
  Array.from({ length: count }, () => ({ do: 'replace', column: 'Name', find: 'a', with: hundred }));
const doubling = (count: number): RecipeStep[] =>
  Array.from({ length: count }, () => ({ do: 'join', columns: ['Name', 'Name'], by: '', into: 'Name' }));

describe('a recipe', () => {
  const apply = (steps: RecipeStep[], cells: string[], headers = ['Name', 'Other']) =>
    compileRecipe(steps, headers).apply(cells, 7);

  it.each([
    ['replaces', growing(4), 'Step 3 makes a cell of line 7 longer than 100,000 characters.'],
    ['joins', doubling(30), 'Step 15 makes a cell of line 7 longer than 100,000 characters.'],
    [
      'edits, then replaces',
      [{ do: 'edit', line: 7, column: 'Name', value: 'a'.repeat(2_000) }, ...growing(1)],
      'Step 2 makes',
    ],
    ['maps, then replaces', [{ do: 'map', column: 'Name', values: { aaaaa: hundred } }, ...growing(2)], 'Step 3 makes'],
    [
      'fills column after column',
      Array.from({ length: 60 }, (_, n) => ({
        do: 'fill',
        column: `C${n}`,
        value: 'a'.repeat(20_000),
        onlyBlank: false,
      })),
      'Step 51 makes line 7 more than 1,000,000 characters longer.',
    ],
    [
      'adds columns',
      Array.from({ length: 1_001 }, (_, n) => ({ do: 'fill', column: `C${n}`, value: 'a', onlyBlank: false })),
      'Step 1001 adds more than 1,000 columns.',
    ],
    [
      'reads a long cell again and again',
      [...growing(2), ...Array.from({ length: 5_000 }, () => ({ do: 'case', column: 'Name', to: 'upper' }))],
      'is too much work for line 7',
    ],
  ] as [string, RecipeStep[], string][])('that %s without end is refused at the step', (_what, steps, message) => {
    expect(() => apply(steps, ['aaaaa', 'b'])).toThrow(message);
  });

  it('keeps cells and rows that are long in the file', () => {
    const long = 'x'.repeat(3_000_000);
    expect(
      apply(
        [
          { do: 'trim', column: 'Other' },
          { do: 'fill', column: 'Other', value: 'y', onlyBlank: false },
        ],
        [long, long],
      ),
    ).toEqual([long, 'y']);
  });

  it('may not make a file more than 1 GB larger', () => {
    const recipe = compileRecipe(
      Array.from({ length: 40 }, (_, n) => ({
        do: 'fill',
        column: `C${n}`,
        value: 'a'.repeat(20_000),
        onlyBlank: true,
      })),
      ['Name'],
    );
    const fill = () => {
      for (let line = 2; line < 2_000; line++) recipe.apply(['a'], line);
    };
    expect(fill).toThrow('makes this file more than 1 GB larger');
  });
});

describe('the server', () => {
  let app: TestApp;
  let token: string;
  beforeAll(async () => {
    app = await testApp();
    token = (await app.signIn({ role: 'admin' })).token;
  });
  afterAll(() => app.stop());
  const csv = `Name,City,State\n${Array.from({ length: 50 }, (_, n) => `Anna Bana ${n},Boston,MA\n`).join('')}`;

  it('refuses a step beyond the limits with 422 and its number, and changes nothing', async () => {
    const file = await WorkbenchFile.open(app, token, csv);
    for (const steps of [growing(4), doubling(30)]) {
      const { version } = await file.state();
      const refused = await file.post('/recipe', { do: 'add', version, steps }, 422);
      expect(refused).toMatchObject({
        error: 'recipe_limit',
        message: expect.stringMatching(/^Step \d+ makes a cell of line 2/),
      });
      expect((await file.state()).version).toBe(version);
    }
    const preview = await file.post('/preview', { step: { do: 'replace', column: 'Name', find: 'a', with: 'b' } });
    expect(preview).toMatchObject({ changed: 50 });
  });

  it('fails an import whose recipe is beyond the limits, with the number of the step', async () => {
    const run = await importText(app, csv, {
      recipe: growing(4),
      mapping: { Name: 'name', City: 'city', State: 'state' },
    });
    expect(run).toMatchObject({ status: 'failed', message: expect.stringMatching(/^Step 3 makes a cell of line 2/) });
  });

  it('answers while the heaviest recipe runs', { timeout: 240_000 }, async () => {
    const rows = Array.from({ length: 100 }, (_, n) => `${'aB '.repeat(300)}${n},Boston,MA\n`);
    const file = await WorkbenchFile.open(app, token, `Name,City,State\n${rows.join('')}`);
    const steps = Array.from({ length: 5_000 }, (_, n): RecipeStep => ({
      do: 'case',
      column: 'Name',
      to: n % 2 ? 'upper' : 'lower',
    }));
    await expectResponsive(app, async () => {
      if ((await file.state()).recipe.length === 0)
        for (let at = 0; at < steps.length; at += 500) await file.add(...steps.slice(at, at + 500));
      await file.post('/rows', { from: 0, count: 100, sort: { column: 'Name', descending: true } });
      await file.post('/rows', { from: 0, count: 100, filter: { only: 'problems' } });
      await file.post('/values', { column: 'Name' });
      await file.post('/clusters', { column: 'Name' });
      await file.post('/preview', { step: steps[0] });
      const run = await importText(app, `Name,City,State\n${rows.join('')}`, {
        recipe: steps,
        options: { dryRun: true },
      });
      expect(run.status).toMatch(/failed|ready/);
    });
  });
});
