import type { Knex } from 'knex';
import { expect } from 'vitest';
import { callerOf, signInOn } from './app.ts';
import { buildListingsCsv, sendCsv } from './files/bulk.ts';
import { sendMessage } from './people/contact.ts';

const LISTINGS = 200;

/** The main paths through a server, over HTTP, on an empty database that it reaches in an unusual way. */
export async function tryMainPaths(url: string, db: Knex): Promise<void> {
  const call = callerOf(url);
  const expectStatus = async (
    status: number,
    method: string,
    path: string,
    options: Parameters<typeof call>[2] = {},
  ) => {
    const response = await call(method, path, options);
    expect([method, path, response.status, response.status === status ? '' : response.text]).toEqual([method, path, status, '']); // prettier-ignore
    return response;
  };
  await expectStatus(200, 'GET', '/readyz');
  const { token } = await signInOn(db, new Date(), { role: 'admin' });
  const imported = await sendCsv({ url }, token, buildListingsCsv(LISTINGS, 'Smoke'));
  expect(imported).toMatchObject({ status: 200, body: { success: true, rowsNew: LISTINGS } });
  const withPhones = buildListingsCsv(LISTINGS, 'Smoke')
    .replaceAll(',02118', ',02118,(617) 555-0100')
    .replace('zipCode', 'zipCode,phone');
  const updated = await sendCsv({ url }, token, withPhones);
  expect(updated).toMatchObject({ status: 200, body: { success: true, rowsChanged: LISTINGS } });

  const paths = [
    '/api/dentists/search?name=smoke&location=Boston&page=1&pageSize=10',
    '/api/directory?location=Boston,+MA',
    '/api/directory/option-counts?location=Boston,+MA',
    '/api/suggest?q=smo',
    '/api/search/popular-cities',
    '/api/dentists/7',
    '/api/services',
    '/api/articles',
  ];
  // Many at once, so that they use several connections and each its prepared statements.
  const searches = Array.from({ length: 96 }, (_, n) => paths[n % paths.length]!);
  await Promise.all(searches.map((path) => expectStatus(200, 'GET', path)));
  const found = await call('GET', paths[0]!);
  expect(found.headers.get('x-total-count')).toBe(String(LISTINGS));

  await expectStatus(200, 'GET', '/api/admin/listings?page=1', { token });
  const { status: sent } = await sendMessage(url, 'Hello');
  expect(sent).toBeLessThan(300);
  const csv = await expectStatus(200, 'GET', '/api/admin/export-csv', { token });
  expect(csv.text.trim().split('\n')).toHaveLength(LISTINGS + 1);
}
