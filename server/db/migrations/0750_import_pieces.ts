import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Files on their way here in pieces. In the database, so that any server takes the next piece; not logged, because
    -- whoever sends asks how much is here and sends the rest again.
    create unlogged table import_pieces (
      user_id integer not null references users on delete cascade,
      sha256 text not null,
      starts bigint not null,
      ends bigint not null check (ends > starts),
      bytes bytea not null,
      arrived_at timestamptz not null,
      primary key (user_id, sha256, starts)
    );
    alter table import_pieces alter column bytes set storage external;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`drop table import_pieces`);
}
