import { z } from 'zod';
import {
  reportDaysSchema,
  reportFormatSchema,
  reportIdSchema,
  whenSchema,
  type ScheduledFormat,
  type When,
} from '../bridge/shapes.ts';
import { JsonFile } from './json-file.ts';

/** Reports were due on Mondays at 8:00 before a person could choose. */
const MONDAY_AT_8: When = { weekday: 1, time: '08:00' };

const planSchema = z.object({
  key: z.string(),
  server: z.string(),
  user: z.string(),
  id: reportIdSchema,
  days: reportDaysSchema,
  when: whenSchema.default(MONDAY_AT_8),
  /** Excel was a third format once. Those plans save a CSV now. */
  formats: z
    .array(reportFormatSchema)
    .min(1)
    .default(['csv', 'pdf'])
    .transform((formats) => [...new Set(formats.map((one): ScheduledFormat => (one === 'xlsx' ? 'csv' : one)))]),
  folder: z.string(),
  /** The last due date whose report has been written. */
  doneFor: z.string(),
  last: z.object({ at: z.string(), ok: z.boolean(), message: z.string() }).nullable(),
});
export type Plan = z.output<typeof planSchema>;

/** Builds dates from local parts, so that 8:00 stays 8:00 across a daylight saving change. */
function dueOn(now: Date, time: string, daysAgo: number): Date {
  const [hour, minute] = time.split(':').map(Number) as [number, number];
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo, hour, minute);
}

/** The last due date up to `now`. */
export function latestDue(now: Date, { weekday, time }: When): Date {
  const daysAgo = weekday === null ? 0 : (now.getDay() - weekday + 7) % 7;
  const due = dueOn(now, time, daysAgo);
  return due <= now ? due : dueOn(now, time, daysAgo + (weekday === null ? 1 : 7));
}
export function nextDue(now: Date, when: When): Date {
  const due = latestDue(now, when);
  return dueOn(due, when.time, when.weekday === null ? -1 : -7);
}

/** After several missed dates one report is due, because all of them would show the same figures. */
export const isDue = (plan: Plan, now: Date): boolean => Date.parse(plan.doneFor) < latestDue(now, plan.when).getTime();

/** The saved report plans. */
export const openPlans = (path: string): JsonFile<Plan[]> => new JsonFile<Plan[]>(path, z.array(planSchema), []);
