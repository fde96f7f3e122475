import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '#server/test/programs/database.ts';
import { DatabaseProblem } from './database-problem.ts';
import { readSchema } from './queries-schema.ts';
import { formatSchema, listObjects, rejectIncompleteSchema } from './schema.ts';

let database: FreshDatabase;
beforeAll(async () => void (database = await freshDatabase()));
afterAll(() => database.drop());

it('schema.sql is the schema that the migrations create', async () => {
  await expect(formatSchema(await readSchema(database.db))).toMatchFileSnapshot('./schema.sql');
});

describe('a database that lacks a part of the schema', () => {
  const losses: [string, string, string][] = [
    ['a table', 'drop table shared_shortlists', '1 table (shared_shortlists) and '],
    ['an index', 'drop index dentists_npi', '1 index (dentists_npi)'],
    ['a trigger', 'drop trigger users_paid on users', '1 trigger (users_paid)'],
    ['a function', 'drop function store_events', '1 function (store_events)'],
    ['a primary key', 'alter table listing_merges drop constraint listing_merges_pkey', '1 constraint (listing_merges_pkey)'],
  ]; // prettier-ignore

  it.each(losses)('is refused without %s', async (_, loss, words) => {
    const { db } = database;
    await db
      .transaction(async (trx) => {
        await trx.raw(loss);
        const refusal = await rejectIncompleteSchema(trx).catch((error: unknown) => error);
        expect(refusal).toBeInstanceOf(DatabaseProblem);
        expect((refusal as Error).message).toContain(`it lacks ${words}`);
        throw new Error('roll back');
      })
      .catch((error: Error) => expect(error.message).toBe('roll back'));
  });

  it('is recognized in a few milliseconds, and a whole one is accepted', async () => {
    const timings: number[] = [];
    for (let n = 0; n < 10; n++) {
      const start = performance.now();
      await rejectIncompleteSchema(database.db);
      timings.push(performance.now() - start);
    }
    expect(Math.min(...timings)).toBeLessThan(100);
  });
});

it('finds the objects of every kind in schema.sql', async () => {
  const names = listObjects(await readFile(new URL('./schema.sql', import.meta.url), 'utf8'));
  const counts = await database.db.raw<{ rows: { tables: number; functions: number; triggers: number }[] }>(
    `select (select count(*) from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'schema_%') as tables,
       (select count(*) from pg_proc where pronamespace = 'public'::regnamespace and probin is null) as functions,
       (select count(*) from pg_trigger where not tgisinternal) as triggers`,
  );
  const countOf = (kind: string) => names.filter((object) => object.kind === kind).length;
  expect({ tables: countOf('table'), functions: countOf('function'), triggers: countOf('trigger') }).toEqual(
    counts.rows[0],
  );
});
