import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(String.raw`
    -- Searches pick ids from these alone and visit the wide rows last. First loads are quicker without them.
    create function create_search_indexes() returns void language plpgsql as $$
    begin
      create index if not exists dentists_rank on dentists (rank, name_norm, id)
        include (service_mask, flags, schedule_id) where deleted_at is null;
      create index if not exists dentists_state_rank on dentists (state, rank, name_norm, id)
        include (service_mask, flags, schedule_id) where deleted_at is null;
      create index if not exists dentists_city_rank on dentists (city_id, rank, name_norm, id)
        include (service_mask, flags, schedule_id) where deleted_at is null;
      create index if not exists dentists_zip3_rank on dentists (zip3, rank, name_norm, id)
        include (service_mask, flags, schedule_id) where deleted_at is null;
      create index if not exists dentists_zip_rank on dentists (zip5, rank, name_norm, id)
        include (service_mask, flags, schedule_id) where deleted_at is null;
      create index if not exists dentists_name_parts on dentists using gin (name_norm gin_trgm_ops, state) where deleted_at is null;
      create index if not exists dentists_top on dentists (id)
        include (state, city_id, zip3, zip5, service_mask, flags, schedule_id, name_norm) where is_pro_max and deleted_at is null;
    end
    $$;
    create function drop_search_indexes() returns void language sql as $$
      drop index if exists dentists_rank, dentists_state_rank, dentists_city_rank, dentists_zip3_rank, dentists_zip_rank,
        dentists_name_parts, dentists_top;
    $$;
    select create_search_indexes();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    `select drop_search_indexes(); drop function create_search_indexes(); drop function drop_search_indexes()`,
  );
}
