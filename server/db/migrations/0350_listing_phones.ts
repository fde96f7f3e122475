import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The same phone, however it is written: "Is this your practice?"
    create index dentists_phone_digits on dentists (right(regexp_replace(phone, '[^0-9]', '', 'g'), 10)) where deleted_at is null and phone is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`drop index dentists_phone_digits`);
}
