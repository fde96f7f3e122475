import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { sentTime } from '../values.ts';

/** The settings that the policies follow. */
const policyFacts = z.object({
  /** The site shows ads, whose network receives requests from visitors' browsers. */
  ads: z.boolean(),
  /** The host of the map's tiles, if the operator chose one. */
  mapTiles: z.string().nullable(),
  /** The site sells plans. */
  payments: z.boolean(),
});
export type PolicyFacts = z.output<typeof policyFacts>;

export const policies = endpoint('GET', '/api/policies', {
  summary:
    'The settings that the privacy pages follow, the texts of the operator, and when the policies and the terms last changed',
  reply: policyFacts.extend({
    /** Null if the database can't store the day. */
    changedAt: z.object({ privacy: sentTime.nullable(), health: sentTime.nullable(), terms: sentTime.nullable() }),
    /** The operator's own terms, and what the operator adds to the privacy policy, as Markdown. Empty for none. */
    own: z.object({ terms: z.string(), privacy: z.string() }),
  }),
});

export interface Statement {
  /** Tests name the code that makes a statement true by this. */
  id: string;
  /** Set in bold before the text. */
  lead?: string;
  text: string;
}
export interface PolicyPart {
  id: string;
  title: string;
  /** Above the statements. */
  intro?: string;
  shown: 'text' | 'list' | 'table';
  statements: readonly Statement[];
}
