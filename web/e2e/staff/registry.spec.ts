import { formatFile, makeClinic, makeDentist } from '#server/bulk/registry/test/registry-file.ts';
import { makeNpi } from '#server/bulk/registry/test/npi.ts';
import { buildZip } from '#server/test/files/xlsx.ts';
import { expect, test } from '../harness/fixtures.ts';

test(
  'staff import a registry bundle, and see its facts and what is missing',
  { tag: '@path' },
  async ({ page, signIn, db, accessible }) => {
    await signIn({ role: 'admin' });
    const name = 'npidata_pfile_20261102-20261108.csv';
    const file = formatFile([
      makeClinic(7000, { organization: 'QUIXOTE SMILES OF MCALLEN PLLC' }),
      makeDentist(7001, { last: 'QUIXOTE-MCALLEN', first: 'MARY', address: '7100 MAIN ST' }),
    ]);
    await page.goto('/admin/imports');
    await page.getByLabel('CSV file', { exact: true }).setInputFiles({
      name: 'NPPES_Data_Dissemination_110226_110826_Weekly.zip',
      mimeType: 'application/zip',
      buffer: buildZip({ [name]: file }),
    });
    await expect(page.getByText('Imported 1 row: 1 new, 0 changed, 0 unchanged.').first()).toBeVisible({
      timeout: 30_000,
    });
    await expect(page.getByText('Its fields are shown as “NPI registry, Nov 8, 2026.”').first()).toBeVisible();

    const [listing] = (await db('dentists').where({ npi: makeNpi(7001) })) as [{ id: number }];
    await page.goto(`/admin/listings?q=${makeNpi(7001)}`);
    await expect(page.getByText('Mary Quixote-McAllen')).toBeVisible();
    await page.goto(`/profile/${listing.id}`);
    await expect(page.getByText('TX 27001')).toBeVisible();
    await expect(page.getByText('May 23, 2006')).toBeVisible();
    await expect(page.getByText('NPI registry, Nov 8, 2026')).toBeVisible();

    await page.goto('/find-practice');
    await page.getByLabel('Name, phone number, ZIP code, or NPI').fill(makeNpi(7001));
    await page.getByLabel('Name, phone number, ZIP code, or NPI').press('Enter');
    await expect(page.getByRole('main').getByText('Mary Quixote-McAllen')).toBeVisible();

    await page.goto('/admin/data-health');
    await page.getByRole('link', { name: /No office hours/ }).click();
    await expect(page.getByRole('link', { name: 'Mary Quixote-McAllen' })).toBeVisible();
    await accessible();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    expect((await download).suggestedFilename()).toMatch(/^listings-no-hours/);
    await page.getByRole('link', { name: 'Change many' }).click();
    await expect(page).toHaveURL(/\/admin\/listings\?health=no_hours$/);
    await expect(page.getByText('Mary Quixote-McAllen')).toBeVisible();
    await expect(page.getByText('Data health: No office hours')).toBeVisible();
  },
);
