import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table ad_settings (
      id integer primary key default 1 check (id = 1),
      publisher_id text,
      adsense_code text,
      ads_txt text,
      meta_tag text,
      header_ads_enabled boolean not null default false,
      header_ad_code text,
      sidebar_ads_enabled boolean not null default false,
      sidebar_ad_code text,
      footer_ads_enabled boolean not null default false,
      footer_ad_code text,
      updated_at timestamptz not null default now(),
      updated_by integer references users on delete set null
    );
    insert into ad_settings default values;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`drop table ad_settings`);
}
