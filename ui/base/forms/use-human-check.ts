import { useCallback, useRef } from 'react';
import { humanCheck } from '#contract/site.ts';
import { api } from '#ui/base/platform/api.ts';

interface Solution {
  token: string;
  proof: number[];
}

/** The server accepts a proof for ten minutes, so older work is done again a little earlier. */
const LIFETIME = 9 * 60_000;

async function work(): Promise<Solution> {
  const [task, { prove }] = await Promise.all([
    api(humanCheck, {}).then((check) => check.work),
    import('../proof-of-work/prove.ts'),
  ]);
  return { token: task.challenge, proof: await prove(task) };
}

/**
 * Keeps bots out without a question: the browser proves some work while the person types, and a field that no person sees must
 * stay empty.
 */
export function useHumanCheck() {
  const begun = useRef<{ at: number; solution: Promise<Solution> } | null>(null);
  const trap = useRef<HTMLInputElement>(null);
  const start = useCallback(() => {
    if (begun.current && Date.now() - begun.current.at < LIFETIME) return begun.current.solution;
    const solution = work();
    begun.current = { at: Date.now(), solution };
    // The next attempt starts over. Callers of this one get the error.
    solution.catch(() => void (begun.current = null));
    return solution;
  }, []);
  return {
    trap,
    /** Starts the work; call it when the person begins to fill in the form. */
    start,
    /** The form's `humanCheck`, which works once. Without a proof, the server refuses it. */
    async prove(): Promise<Solution> {
      if (trap.current?.value) return { token: '', proof: [] };
      const solution = start();
      begun.current = null;
      return solution;
    },
  };
}
export type HumanCheck = ReturnType<typeof useHumanCheck>;
