import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { replaceFile } from './replace-file.ts';

/** Monday, eight in the morning, where this computer is. */
const WEEKDAY = 1;
const HOUR = 8;

const shape = z.object({
  key: z.string(),
  server: z.string(),
  user: z.string(),
  id: z.enum(['user-activity', 'search-analytics']),
  days: z.union([z.literal(7), z.literal(30), z.literal(90)]),
  folder: z.string(),
  /** The last Monday whose report has been written; a report that was made before it is not made again. */
  doneFor: z.string(),
  last: z.object({ at: z.string(), ok: z.boolean(), message: z.string() }).nullable(),
});
export type Plan = z.output<typeof shape>;

/** The latest Monday at eight that is not after `now`, by the clock on the wall: across a change of summer time too. */
export function latestDue(now: Date): Date {
  const due = new Date(now.getFullYear(), now.getMonth(), now.getDate() - ((now.getDay() - WEEKDAY + 7) % 7), HOUR);
  return due <= now ? due : new Date(due.getFullYear(), due.getMonth(), due.getDate() - 7, HOUR);
}
export function nextDue(now: Date): Date {
  const due = latestDue(now);
  return new Date(due.getFullYear(), due.getMonth(), due.getDate() + 7, HOUR);
}

/** However many Mondays the computer was off, one report is due: what it would say is the same. */
export const isDue = (plan: Plan, now: Date): boolean => Date.parse(plan.doneFor) < latestDue(now).getTime();

/** The plans on disk. */
export class Schedule {
  readonly #path: string;
  #plans: Plan[];
  constructor(path: string) {
    this.#path = path;
    this.#plans = read(path);
  }
  get plans(): readonly Plan[] {
    return this.#plans;
  }
  put(plan: Plan): Promise<void> {
    return this.#keep([...this.#plans.filter(({ key }) => key !== plan.key), plan]);
  }
  drop(key: string): Promise<void> {
    return this.#keep(this.#plans.filter((plan) => plan.key !== key));
  }
  async #keep(plans: Plan[]): Promise<void> {
    this.#plans = plans;
    await replaceFile(this.#path, JSON.stringify(plans, null, 2));
  }
}

function read(path: string): Plan[] {
  try {
    return z.array(shape).parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return [];
  }
}
