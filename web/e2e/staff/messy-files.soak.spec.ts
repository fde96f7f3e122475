import { messyFiles, readMessyListings } from '#server/test/files/messy-files.ts';
import { expect, open, test } from '../harness/fixtures.ts';
import { Operator } from '../harness/import-operator.ts';

test.use({ emptiesDirectory: true, viewport: { width: 1440, height: 900 } });

for (const messy of messyFiles)
  test(`from drop to done: ${messy.title}`, async ({ page, db, signIn }) => {
    await signIn({ role: 'admin' });
    await db.raw('delete from dentists; delete from import_mappings');
    await open(page, '/admin/imports');
    const began = Date.now();
    const operator = new Operator(page);
    const dropped = await page.evaluateHandle(
      ([content, name]) => {
        const data = new DataTransfer();
        data.items.add(new File([Uint8Array.from(content)], name));
        return data;
      },
      [[...messy.content], messy.name] as const,
    );
    operator.actions++;
    await expect(page.getByRole('button', { name: 'Check a file first' })).toBeEnabled();
    for (const event of ['dragenter', 'dragover', 'drop'])
      await page.dispatchEvent('body', event, { dataTransfer: dropped });
    if (messy.name.endsWith('.csv')) await operator.click('Fix in the workbench');
    await operator.finish(messy);
    const seconds = (Date.now() - began) / 1000;
    expect(await readMessyListings(db)).toEqual(messy.listings.toSorted(([a], [b]) => (a < b ? -1 : 1)));
    console.log(`${operator.actions} actions, ${seconds.toFixed(1)} s: ${messy.title}`);
    expect(operator.actions).toBeLessThanOrEqual(25);
  });
