import type { z } from 'zod';
import type { GroupCompared, GroupFigures, openGroup } from '#contract/groups/groups.ts';
import { mayInGroup } from '#shared/groups/group-roles.ts';
import { hasGroups } from '#shared/billing/entitlement.ts';
import { listingPath } from '#shared/listings/listing-path.ts';
import { toCsv } from '#shared/insights/report.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import { comparePeriods, sumListingActions } from '#server/insights/owner.ts';
import { requireInGroup, scopeOf } from './access.ts';
import { findBrand } from './queries-brands.ts';
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
  const seesFigures = mayInGroup(group.role, 'figures');
  const found = await sql.findLocations(db, id, scopeOf(group));
  const ids = found.map((location) => location.id);
  const periods = comparePeriods(PERIOD_DAYS, now);
  const [brand, figures, people, addable] = await Promise.all([
    findBrand(db, id),
    seesFigures ? sumListingActions(db, ids, periods) : new Map<number, GroupCompared>(),
    manages ? sql.findPeople(db, id) : [],
    manages ? sql.findAddable(db, group.ownerId) : [],
  ]);
  const locations = found.map((row) => ({
    ...row,
    href: listingPath(row),
    costCenter: mayInGroup(group.role, 'costs') ? row.costCenter : null,
    waiting: seesFigures ? row.waiting : null,
    figures: seesFigures ? figures.get(row.id)! : null,
  }));
  return {
    ...group,
    ...periods,
    planActive: hasGroups(group, group.takesPayments),
    figures: seesFigures ? [...figures.values()].reduce(addCompared, { now: none, before: none }) : null,
    locations,
    brand,
    people: people.map((person) => ({
      ...person,
      expired: person.acceptedAt === null && (person.expiresAt === null || person.expiresAt <= now),
    })),
    addable,
  };
}

/** Writes a line per location, with the figures of the last 30 days if the role sees them. */
export function groupCsvOf({ role, locations }: Group): string {
  const hasCosts = mayInGroup(role, 'costs');
  const hasFigures = mayInGroup(role, 'figures');
  return toCsv([
    {
      title: 'Locations',
      columns: [
        { key: 'name', label: 'Location' },
        { key: 'address', label: 'Address' },
        { key: 'city', label: 'City' },
        { key: 'state', label: 'State' },
        ...(hasCosts ? [{ key: 'costCenter', label: 'Cost center' }] : []),
        ...(hasFigures
          ? [
              { key: 'views', label: 'Profile views' },
              { key: 'calls', label: 'Calls' },
              { key: 'appointments', label: 'Appointment requests' },
              { key: 'reviews', label: 'Reviews' },
            ]
          : []),
      ],
      rows: locations.map(({ name, address, city, state, costCenter, figures }) => ({
        name,
        address,
        city,
        state,
        costCenter,
        ...figures?.now,
      })),
    },
  ]);
}
