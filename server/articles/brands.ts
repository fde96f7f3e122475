import type { z } from 'zod';
import type * as contract from '#contract/articles/admin-articles.ts';
import { aiBrand, MASK, type AiBrand } from '#contract/articles/admin-articles.ts';
import type { Actor, Ctx, Deps } from '#server/base/http/context.ts';
import { badRequest, conflict, notFound } from '#server/base/http/errors.ts';
import { nextVersionTime, rejectIfChanged } from '#server/base/http/edit-conflict.ts';
import { audit, lastChange } from '#server/audit/audit.ts';
import { checkEndpoint, OutboundError, resolveEndpoint, type OutboundRules } from './outbound.ts';
import { requestCompletion, type Brand } from './providers.ts';
import * as sql from './queries-brands.ts';

const PURPOSE = 'ai-brand-key';

type MaskedBrand = Omit<AiBrand, 'createdAt' | 'updatedAt'> & Pick<sql.BrandRow, 'createdAt' | 'updatedAt'>;
const maskBrand = (row: sql.BrandRow): MaskedBrand => ({ ...row, apiKey: row.apiKey === null ? null : MASK });
/** The audit log hides the key, and says that it changed. */
const auditValues = (row: sql.BrandRow) => ({ ...row, hasKey: row.apiKey !== null });

export const outboundRules = (deps: Pick<Deps, 'config'>): OutboundRules => ({
  allowLoopback: deps.config.AI_ALLOW_LOOPBACK,
});

const decryptBrand = (deps: Pick<Deps, 'secret'>, row: sql.BrandRow): Brand => ({
  ...row,
  apiKey: row.apiKey === null ? null : deps.secret.open(PURPOSE, row.apiKey),
});

/** The active brands that write and edit, by priority. */
export const findWriters = async (deps: Pick<Deps, 'db' | 'secret'>): Promise<Brand[]> =>
  (await sql.findActiveBrands(deps.db, 2)).map((row) => decryptBrand(deps, row));

export const listBrands = async ({ db }: Pick<Deps, 'db'>): Promise<MaskedBrand[]> =>
  (await sql.findBrands(db)).map(maskBrand);

/** Refuses endpoints that may not be called. A name that cannot be resolved now is saved; the test button reports it. */
async function checkBrandEndpoint(endpoint: string, deps: Pick<Deps, 'config'>): Promise<string> {
  try {
    const url = checkEndpoint(endpoint, outboundRules(deps));
    await resolveEndpoint(url, outboundRules(deps)).catch((error: Error) => {
      if (!error.message.includes('could not be resolved')) throw error;
    });
    return url.href;
  } catch (error) {
    if (error instanceof OutboundError) throw badRequest(error.message, { apiEndpoint: error.message });
    throw error;
  }
}

/** Nothing or the mask keeps the key, null clears it, and anything else is a new key. */
function keyChange(value: string | null | undefined): 'keep' | 'clear' | string {
  if (value === null) return 'clear';
  return value === undefined || /^[•*\s]*$/.test(value) ? 'keep' : value;
}
const emptyToNull = (text: string | null | undefined): string | null => text || null;

export async function addBrand(
  input: z.output<(typeof contract.createBrand)['body']>,
  { db, actor, clock, config, secret }: Ctx<Actor>,
): Promise<MaskedBrand> {
  const now = clock.now();
  const apiEndpoint = await checkBrandEndpoint(input.apiEndpoint, { config });
  const key = keyChange(input.apiKey);
  try {
    return await db.transaction(async (trx) => {
      const row = await sql.insertBrand(trx, {
        name: input.name,
        apiEndpoint,
        apiKey: key === 'keep' || key === 'clear' ? null : secret.seal(PURPOSE, key),
        model: emptyToNull(input.model),
        description: emptyToNull(input.description),
        priority: input.priority,
        isActive: input.isActive,
        createdAt: now,
        updatedAt: now,
      });
      await audit(trx, actor, {
        at: now,
        action: 'brand.created',
        subject: 'brand',
        subjectId: row.id,
        after: auditValues(row),
      });
      return maskBrand(row);
    });
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'ai_brands_at_most_five')
      throw conflict('You can have up to five AI brands. Delete one to add another.', 'too_many_brands');
    throw error;
  }
}

export async function updateBrand(
  id: number,
  input: z.output<(typeof contract.updateBrand)['body']>,
  { db, actor, clock, config, secret }: Ctx<Actor>,
): Promise<MaskedBrand> {
  const now = clock.now();
  const apiEndpoint =
    input.apiEndpoint === undefined ? undefined : await checkBrandEndpoint(input.apiEndpoint, { config });
  return db.transaction(async (trx) => {
    const before = await sql.lockBrand(trx, id);
    if (!before) throw notFound('This AI brand no longer exists.');
    await rejectIfChanged({
      read: input.read,
      schema: aiBrand,
      stored: maskBrand(before),
      newValues: { ...input, read: undefined },
      actor,
      findLastChange: () => lastChange(trx, { subject: 'brand', subjectId: id }, { at: before.updatedAt }),
    });
    const key = keyChange(input.apiKey);
    const moved = apiEndpoint !== undefined && apiEndpoint !== before.apiEndpoint;
    const { apiKey: _key, read: _read, model, description, ...rest } = input;
    const after = await sql.updateBrand(trx, id, {
      ...rest,
      ...(apiEndpoint === undefined ? {} : { apiEndpoint }),
      ...(model === undefined ? {} : { model: emptyToNull(model) }),
      ...(description === undefined ? {} : { description: emptyToNull(description) }),
      // A key is only sent to the endpoint it was entered for, so a new endpoint clears it.
      ...(key === 'keep'
        ? moved
          ? { apiKey: null }
          : {}
        : { apiKey: key === 'clear' ? null : secret.seal(PURPOSE, key) }),
      updatedAt: nextVersionTime(before.updatedAt, now),
    });
    await audit(trx, actor, {
      at: now,
      action: 'brand.updated',
      subject: 'brand',
      subjectId: id,
      note: key === 'keep' || key === 'clear' ? null : 'A new key was set',
      before: auditValues(before),
      after: auditValues(after),
    });
    return maskBrand(after);
  });
}

export async function deleteBrand(id: number, { db, actor, clock }: Ctx<Actor>): Promise<void> {
  await db.transaction(async (trx) => {
    const before = await sql.lockBrand(trx, id);
    if (!before) throw notFound('This AI brand no longer exists.');
    await sql.deleteBrand(trx, id);
    await audit(trx, actor, {
      at: clock.now(),
      action: 'brand.deleted',
      subject: 'brand',
      subjectId: id,
      before: auditValues(before),
    });
  });
}

export async function testBrand(id: number, ctx: Ctx<Actor>) {
  const row = await sql.findBrand(ctx.db, id);
  if (!row) throw notFound('This AI brand no longer exists.');
  await audit(ctx.db, ctx.actor, {
    at: ctx.clock.now(),
    action: 'brand.tested',
    subject: 'brand',
    subjectId: id,
    note: row.name,
  });
  const started = performance.now();
  try {
    const { model, text } = await requestCompletion(
      decryptBrand(ctx, row),
      { system: 'You are being tested. Answer with one short word.', user: 'Say: ready', maxTokens: 500 },
      { ...outboundRules(ctx), timeoutMs: 20_000, maxBytes: 100_000 },
      ctx.signal,
    );
    const latencyMs = Math.round(performance.now() - started);
    return {
      ok: true,
      latencyMs,
      model,
      message: `Answered in ${latencyMs.toLocaleString('en-US')} ms: “${text.trim().slice(0, 80)}”`,
    };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return { ok: false, latencyMs: null, model: null, message: error.message };
  }
}
