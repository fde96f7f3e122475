import type { Response } from 'express';
import type { z } from 'zod';
import { Answer, parse } from '#server/base/http/serve.ts';

export const DEFAULT_PAGE_SIZE = 10;

export const totalHeaders = (total: number, isExact = true): Record<string, string> => ({
  'X-Total-Count': String(total),
  ...(isExact ? {} : { 'X-Total-Is-Exact': 'false' }),
});

/** Sends one page of a streaming endpoint, checked against the reply schema like any other response. */
export async function sendPage<R extends z.ZodType>(
  schema: R,
  answer: Answer<z.input<R>>,
  stream: { res: Response } | undefined,
): Promise<Answer<z.input<R>>> {
  stream?.res.set(answer.headers).json(parse(schema, answer.value));
  return answer;
}
