import { z } from 'zod';
import { facts, type KnownFacts, type Statement } from '#shared/listings/facts.ts';

export const statement = z.object({
  statedBy: z.enum(['practice', 'staff', 'registry', 'import']).nullable(),
  statedOn: z.string().nullable(),
}) satisfies z.ZodType<Statement>;

export const knownFacts = z.partialRecord(
  z.enum(facts.map(({ field }) => field)),
  statement,
) satisfies z.ZodType<KnownFacts>;
