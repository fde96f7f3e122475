import type { Knex } from 'knex';
import { toNaturalCase } from '../../places/city-case.ts';

export { down } from '../sql-migration.ts';

/** Corrects the letter case of city names; new databases read them correctly. */
export async function up(knex: Knex): Promise<void> {
  const cities = (await knex('cities').select('id', 'name', 'state')) as { id: number; name: string; state: string }[];
  const changes = cities.flatMap(({ id, name, state }) => {
    const natural = toNaturalCase(name, state);
    return natural === name ? [] : [{ id, natural }];
  });
  if (changes.length === 0) return;
  await knex.raw(
    `update cities set name = c.name from unnest(?::int[], ?::text[]) as c (id, name) where cities.id = c.id`,
    [changes.map(({ id }) => id), changes.map(({ natural }) => natural)],
  );
}
