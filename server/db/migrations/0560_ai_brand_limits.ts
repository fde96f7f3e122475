import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table ai_brands add column model text;
    create function ai_brands_at_most_five() returns trigger language plpgsql as $$
    begin
      -- One at a time, so that two servers cannot both add the fifth.
      perform pg_advisory_xact_lock(hashtext('ai_brands_at_most_five'));
      if (select count(*) from ai_brands) >= 5 then
        raise exception 'There are five AI brands already' using errcode = '23514', constraint = 'ai_brands_at_most_five';
      end if;
      return new;
    end $$;
    create trigger ai_brands_at_most_five before insert on ai_brands
      for each row execute function ai_brands_at_most_five();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger ai_brands_at_most_five on ai_brands;
    drop function ai_brands_at_most_five();
    alter table ai_brands drop column model;
  `);
}
