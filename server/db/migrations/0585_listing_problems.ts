import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What visitors say is wrong on a profile.
    create table listing_problems (
      id integer generated always as identity primary key,
      dentist_id integer not null references dentists on delete cascade,
      about text not null,
      message text not null,
      email text,
      user_id integer references users on delete set null,
      status text not null default 'open' check (status in ('open', 'resolved', 'dismissed')),
      note text,
      created_at timestamptz not null,
      closed_at timestamptz,
      closed_by integer references users on delete set null
    );
    create index listing_problems_inbox on listing_problems (status, created_at desc, id desc);
    create index listing_problems_listing on listing_problems (dentist_id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`drop table listing_problems`);
}
