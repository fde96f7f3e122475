import { z } from 'zod';
import { MAX_NONCE, WORK } from '#shared/proof-of-work.ts';

/** Work that the server asks a browser to prove. It signs the challenge, and accepts a proof once within ten minutes. */
export const work = z.object({ challenge: z.string(), salt: z.string(), puzzles: z.int(), bits: z.int() });

/** `token` is the challenge of the work, and `proof` one number per puzzle. */
export const workProof = z.object({
  token: z.string().max(300),
  proof: z.array(z.int().min(0).max(MAX_NONCE)).max(WORK.puzzles),
});
