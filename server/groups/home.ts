import type { z } from 'zod';
import type { GroupCompared, GroupFigures, openGroup } from '#contract/groups/groups.ts';
import { mayInGroup } from '#shared/groups/group-roles.ts';
import { hasGroups } from '#shared/billing/entitlement.ts';
import { listingPath } from '#shared/listings/listing-path.ts';
import { toCsv } from '#shared/insights/report.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import { comparePeriods, sumListingActions } from '#server/insights/owner.ts';
import { requireInGroup, scopeOf } from './access.ts';
import * as sql from './queries.ts';

type Group = z.input<(typeof openGroup)['reply']>;

const PERIOD_DAYS = 30;
const none: GroupFigures = { views: 0, calls: 0, appointments: 0, reviews: 0 };

const addFigures = (a: GroupFigures, b: GroupFigures): GroupFigures => ({
  views: a.views + b.views,
  calls: a.calls + b.calls,
  appointments: a.appointments + b.appointments,
  reviews: a.reviews + b.reviews,
});
const addCompared = (a: GroupCompared, b: GroupCompared): GroupCompared => ({
  now: addFigures(a.now, b.now),
  before: addFigures(a.before, b.before),
});

/** Reads a group as far as the caller's role sees it: a regional manager their own locations, and only the owner its people. */
export async function findGroupHome(ctx: Ctx<Actor>, id: number): Promise<Group> {
  const { db, actor } = ctx;
  const now = ctx.clock.now();
  const group = await requireInGroup(db, actor, id, 'see');
  const manages = mayInGroup(group.role, 'manage');
  const found = await sql.findLocations(db, id, scopeOf(group));
  const ids = found.map((location) => location.id);
  const periods = comparePeriods(PERIOD_DAYS, now);
  const [figures, people, addable] = await Promise.all([
    sumListingActions(db, ids, periods),
    manages ? sql.findPeople(db, id) : [],
    manages ? sql.findAddable(db, group.ownerId) : [],
  ]);
  const locations = found.map((row) => ({
    ...row,
    href: listingPath(row),
    costCenter: mayInGroup(group.role, 'costs') ? row.costCenter : null,
    figures: figures.get(row.id)!,
  }));
  return {
    ...group,
    ...periods,
    planActive: hasGroups(group, group.takesPayments),
    figures: locations.map((location) => location.figures).reduce(addCompared, { now: none, before: none }),
    locations,
    people: people.map((person) => ({
      ...person,
      expired: person.acceptedAt === null && (person.expiresAt === null || person.expiresAt <= now),
    })),
    addable,
  };
}

/** Writes a line per location, with the figures of the last 30 days. */
export function groupCsvOf({ role, locations }: Group): string {
  const hasCosts = mayInGroup(role, 'costs');
  return toCsv([
    {
      title: 'Locations',
      columns: [
        { key: 'name', label: 'Location' },
        { key: 'address', label: 'Address' },
        { key: 'city', label: 'City' },
        { key: 'state', label: 'State' },
        ...(hasCosts ? [{ key: 'costCenter', label: 'Cost center' }] : []),
        { key: 'views', label: 'Profile views' },
        { key: 'calls', label: 'Calls' },
        { key: 'appointments', label: 'Appointment requests' },
        { key: 'reviews', label: 'Reviews' },
      ],
      rows: locations.map(({ name, address, city, state, costCenter, figures }) => ({
        name,
        address,
        city,
        state,
        costCenter,
        ...figures.now,
      })),
    },
  ]);
}
