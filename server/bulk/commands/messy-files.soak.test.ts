import { access, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';
import { messyFiles, readMessyListings, type MessyFile } from '#server/test/files/messy-files.ts';
import { startNpmCommand } from '#server/test/programs/npm-command.ts';
import { WorkbenchFile } from '#server/test/files/workbench.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await testApp();
  token = (await app.signIn({ role: 'admin' })).token;
});
afterAll(() => app.stop());

const listings = () => readMessyListings(app.deps.db);

/** Saves the recipe that an operator makes for a file in the workbench. */
async function makeRecipe({ content, name, format, steps, mapping }: MessyFile, recipeName: string): Promise<string> {
  const file = await WorkbenchFile.open(app, token, content, name);
  if (format) await file.put('/format', format);
  if (steps) await file.add(...steps);
  if (mapping) await file.map(mapping);
  await file.post('/save-recipe', { name: recipeName });
  const { body } = await app.get('/api/admin/import-recipes', { token });
  const { id } = (body as { id: number; name: string }[]).find((recipe) => recipe.name === recipeName)!;
  return (await app.get(`/api/admin/import-recipes/${id}/file`, { token })).text;
}

it.each(messyFiles.map((messy, n) => ({ ...messy, n })))(
  'npm run import with a recipe gives the listings of $title',
  async ({ n, ...messy }) => {
    await app.deps.db.raw('delete from dentists; delete from import_mappings; delete from import_recipes');
    const recipe = await makeRecipe(messy, `Messy ${n}`);
    const folder = join(app.deps.config.DATA_DIR, `messy-${n}`);
    await mkdir(folder);
    const [path, recipePath] = [join(folder, messy.name), join(folder, 'recipe.json')];
    await writeFile(path, messy.content);
    await writeFile(recipePath, recipe);

    const preview = startNpmCommand(app, 'import', [path, '--recipe', recipePath, '--dry-run']);
    expect([await preview.ended, await listings()]).toEqual([0, []]);
    // A recipe is named, or is a file that was downloaded.
    const command = startNpmCommand(app, 'import', [path, '--recipe', n % 2 === 0 ? recipePath : `messy ${n}`]);
    const code = await command.ended;
    expect([code, command.output()]).toEqual([0, expect.stringMatching(/Imported \d+ rows?: \d+ new/)]);
    expect(await listings()).toEqual(messy.listings.toSorted(([a], [b]) => (a < b ? -1 : 1)));
    const refused = path.replace(/\.(csv|xlsx)$/i, '').concat('.refused.csv');
    const isSaved = await access(refused).then(
      () => true,
      () => false,
    );
    expect(isSaved).toBe((messy.refused ?? 0) > 0);
  },
  120_000,
);
