import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { replaceFile } from './replace-file.ts';

/** Reports are due on Mondays at 8:00, local time. */
const WEEKDAY = 1;
const HOUR = 8;

const planSchema = z.object({
  key: z.string(),
  server: z.string(),
  user: z.string(),
  id: z.enum(['user-activity', 'search-analytics']),
  days: z.union([z.literal(7), z.literal(30), z.literal(90)]),
  folder: z.string(),
  /** The last due date whose report has been written. */
  doneFor: z.string(),
  last: z.object({ at: z.string(), ok: z.boolean(), message: z.string() }).nullable(),
});
export type Plan = z.output<typeof planSchema>;

/** The last due date up to `now`. Builds dates from local parts, so that 8:00 stays 8:00 across a daylight saving change. */
export function latestDue(now: Date): Date {
  const due = new Date(now.getFullYear(), now.getMonth(), now.getDate() - ((now.getDay() - WEEKDAY + 7) % 7), HOUR);
  return due <= now ? due : new Date(due.getFullYear(), due.getMonth(), due.getDate() - 7, HOUR);
}
export function nextDue(now: Date): Date {
  const due = latestDue(now);
  return new Date(due.getFullYear(), due.getMonth(), due.getDate() + 7, HOUR);
}

/** After several missed Mondays one report is due, because all of them would show the same figures. */
export const isDue = (plan: Plan, now: Date): boolean => Date.parse(plan.doneFor) < latestDue(now).getTime();

/** The saved report plans. */
export class Schedule {
  readonly #path: string;
  #plans: Plan[];
  constructor(path: string) {
    this.#path = path;
    this.#plans = readPlans(path);
  }
  get plans(): readonly Plan[] {
    return this.#plans;
  }
  put(plan: Plan): Promise<void> {
    return this.#save([...this.#plans.filter(({ key }) => key !== plan.key), plan]);
  }
  remove(key: string): Promise<void> {
    return this.#save(this.#plans.filter((plan) => plan.key !== key));
  }
  async #save(plans: Plan[]): Promise<void> {
    this.#plans = plans;
    await replaceFile(this.#path, JSON.stringify(plans, null, 2));
  }
}

function readPlans(path: string): Plan[] {
  try {
    return z.array(planSchema).parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return [];
  }
}
