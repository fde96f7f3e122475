import type { Knex } from 'knex';
import { stateSlug, usStates } from '../../contract/states.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table states (
      code text primary key check (code ~ '^[A-Z]{2}$'),
      name text not null unique,
      slug text not null unique,
      kind text not null,
      time_zone text not null
    );
  `);
  await knex('states').insert(usStates.map((state) => ({ ...state, slug: stateSlug(state) })));
  await knex.raw(`
    -- The two-letter code of a state written as code or name; null when there is none.
    create function state_code(value text) returns text language sql stable strict parallel safe as $$
      select code from states where code = upper(btrim(value)) or name = initcap(btrim(value)) or slug = slugify(value) limit 1
    $$;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`drop function state_code(text); drop table states`);
}
