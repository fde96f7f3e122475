import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { humanCheck } from '#contract/site.ts';
import { usePostedForm } from '#ui/base/forms/posted-form.tsx';
import { queryOf } from '#ui/base/platform/query.ts';

export const humanCheckFailed = {
  title: 'Verification Failed',
  description: "Please solve the math problem correctly to confirm you're human.",
  variant: 'destructive',
} as const;

/** The server accepts a check for ten minutes, so it is replaced a little earlier. */
const LIFETIME = 9 * 60_000;

/**
 * The server's check that a person fills in a form. The browser proves some work while the person types; a person whose
 * browser can't do that adds two numbers. Either is used up by an attempt, so renew() after each. If the browser posted the
 * form by itself, the server has put a sum into the page.
 */
export function useHumanCheck(call?: string) {
  const postedSum = usePostedForm(call)?.humanCheck;
  const { data: fetched, refetch } = useQuery({
    ...queryOf(humanCheck, {}),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: LIFETIME,
  });
  const [isStarted, setIsStarted] = useState(false);
  const [solution, setSolution] = useState<{ token: string; proof: number[] } | null>(null);
  const data = fetched ?? postedSum;
  const work = fetched?.work;
  useEffect(() => {
    if (!isStarted || !work) return undefined;
    const stop = new AbortController();
    import('../proof-of-work/solve-in-worker.ts')
      .then(({ solveInWorker }) => solveInWorker(work, stop.signal))
      .then((proof) => setSolution({ token: work.challenge, proof }))
      // Without a proof, the form asks for the sum.
      .catch(() => undefined);
    return () => stop.abort();
  }, [isStarted, work]);
  const proof = solution?.token === work?.challenge ? solution : null;
  return {
    sum: data,
    hasProof: proof !== null,
    /** Starts the work; call it when the person begins to fill in the form. */
    start: useCallback(() => setIsStarted(true), []),
    renew: () => void refetch(),
    /** The form's `humanCheck`. Null if the sum is wrong, or missing without a proof; the server decides in the end. */
    answer(text: string) {
      if (!data) return null;
      if (text.trim() === '') return proof;
      const isRight = /^\d{1,3}$/.test(text.trim()) && Number(text) === data.a + data.b;
      return isRight ? { token: data.token, answer: text } : null;
    },
  };
}
export type HumanCheck = ReturnType<typeof useHumanCheck>;
