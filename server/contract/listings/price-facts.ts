import { z } from 'zod';

/** No figure is made of fewer practices, so that none can be read as the price of one. */
export const FEWEST_PRICES = 5;

/** The whitening prices that practices state. */
export const priceFacts = z.object({
  practices: z.int(),
  /** Whole dollars. Half of the practices start at the middle price or less. */
  lowest: z.int(),
  middle: z.int(),
  highest: z.int(),
  /** The days of the oldest and the newest statement, such as 2026-03-01. */
  since: z.string(),
  until: z.string(),
});
export type PriceFacts = z.output<typeof priceFacts>;
