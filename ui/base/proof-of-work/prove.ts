import type { Work } from '#shared/proof-of-work.ts';
import { solveInWorker } from './solve-in-worker.ts';
import { solve } from './solve.ts';

/** Solves the puzzles in a worker, or in the page where workers can't start. */
export async function prove(work: Work): Promise<number[]> {
  try {
    return await solveInWorker(work, new AbortController().signal);
  } catch {
    return solve(work);
  }
}
