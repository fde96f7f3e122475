import type { Evidence } from '#contract/claims/claims.ts';

/** `proof` marks what only the practice can do. Everything else can be copied from public pages or made up. */
export type Reason = Evidence['reasons'][number] & { proof?: true };
