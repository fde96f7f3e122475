import type { Knex } from 'knex';
import { prepared } from '#server/base/db/knex.ts';

export interface PlanRow {
  id: number;
  name: string;
  aliases: string[];
  slug: string;
  storedName: string;
  mergedInto: number | null;
  /** A text, because a number can't hold 63 bits exactly. */
  bits: string;
  retiredAt: Date | null;
}

export const findPlanRows = (db: Knex): Promise<PlanRow[]> =>
  prepared(
    db,
    `select id, name, aliases, slug, stored_name, merged_into, bits::text, retired_at from insurance_plans order by id`,
    [],
  );
