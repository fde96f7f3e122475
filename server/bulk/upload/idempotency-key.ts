import type { Ctx } from '#server/base/http/context.ts';
import { badRequest } from '#server/base/http/errors.ts';

export function readIdempotencyKey(ctx: Pick<Ctx, 'header'>): string | null {
  const key = ctx.header('idempotency-key')?.trim() || null;
  if (key !== null && !/^[\x21-\x7e]{8,200}$/.test(key))
    throw badRequest('The Idempotency-Key must be 8 to 200 printable ASCII characters.');
  return key;
}
