import type { z } from 'zod';
import type { GroupClaimPreview, previewGroupClaim } from '#contract/groups/group-claims.ts';
import { MAX_LOCATIONS } from '#shared/groups/group-roles.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import { badRequest } from '#server/base/http/errors.ts';
import { searchAllIds } from '#server/directory/search.ts';
import { findNamedListings } from '#server/listings/matching/matching.ts';
import { requireGroupPlan, requireInGroup } from '../access.ts';
import { findClaimables } from './queries-claims.ts';
import { readClaimFile, type FileRow, type Problem } from './read-claim-file.ts';

type Choice = z.output<(typeof previewGroupClaim)['body']>;

/** Finds the listings that a group wants to claim, and says of each whether it can. Changes nothing. */
export async function previewClaim(ctx: Ctx<Actor>, groupId: number, choice: Choice): Promise<GroupClaimPreview> {
  const group = await requireInGroup(ctx.db, ctx.actor, groupId, 'manage');
  requireGroupPlan(group);
  const chosen = await (choice.file ? readChosen(ctx, choice.file) : searchChosen(ctx, choice));
  const listings = await findClaimables(ctx.db, chosen.ids, ctx.actor.userId);
  return {
    listings: listings.map((one) => ({ ...one, costCenter: chosen.costCenters?.get(one.id) ?? null })),
    problems: chosen.problems,
    hasMore: chosen.hasMore,
  };
}

interface Chosen {
  ids: number[];
  problems: Problem[];
  hasMore: boolean;
  costCenters?: ReadonlyMap<number, string | null>;
}

async function searchChosen(ctx: Ctx<Actor>, { name, location }: Choice): Promise<Chosen> {
  if (name === '' && location === '') {
    const sentence = 'Please enter a name, a place, or both.';
    throw badRequest(sentence, { name: sentence });
  }
  const ids = await searchAllIds(ctx.db, { name, location, sort: 'name' }, ctx.clock, MAX_LOCATIONS + 1);
  return { ids: ids.slice(0, MAX_LOCATIONS), problems: [], hasMore: ids.length > MAX_LOCATIONS };
}

async function readChosen(ctx: Ctx<Actor>, file: string): Promise<Chosen> {
  const { rows, problems } = await readClaimFile(file);
  const found = new Map((await findNamedListings(ctx.db, rows)).map(({ row, ids }) => [row, ids]));
  const lineOf = new Map<number, number>();
  const costCenters = new Map<number, string | null>();
  for (const row of rows) {
    const ids = found.get(row.row) ?? [];
    const earlier = lineOf.get(ids[0] ?? 0);
    const text =
      ids.length === 0
        ? `We couldn’t find a listing for ${describe(row)}.`
        : ids.length > 1
          ? `${ids.length} listings fit ${describe(row)}. Please add an NPI or a listing id: ${ids.slice(0, 5).join(', ')}.`
          : earlier !== undefined
            ? `This is the same listing as on line ${earlier}.`
            : null;
    if (text === null) {
      lineOf.set(ids[0]!, row.line);
      costCenters.set(ids[0]!, row.costCenter);
    } else problems.push({ line: row.line, text });
  }
  return {
    ids: [...lineOf.keys()],
    problems: problems.toSorted((a, b) => a.line - b.line),
    hasMore: false,
    costCenters,
  };
}

const describe = ({ id, npi, name, zip }: FileRow): string =>
  id !== null ? `listing id ${id}` : npi !== null ? `NPI ${npi}` : `“${[name, zip].filter(Boolean).join(', ')}”`;
