import type { z } from 'zod';
import { aiBrand, MASK, type AiBrand, type createBrand, type updateBrand } from '#contract/admin-articles.ts';
import type { Actor, Ctx, Deps } from '#server/http/context.ts';
import { badRequest, conflict, notFound } from '#server/http/errors.ts';
import { nextVersionTime, rejectIfChanged } from '#server/http/edit-conflict.ts';
import { audit, lastChange } from '#server/audit/audit.ts';
import { checkEndpoint, OutboundError, resolveEndpoint, type OutboundRules } from './outbound.ts';
import { complete, type Brand } from './providers.ts';
import {
  changeBrand,
  findActiveBrands,
  findBrand,
  findBrands,
  insertBrand,
  lockBrand,
  removeBrand,
  type BrandRow,
} from './queries-brands.ts';

const PURPOSE = 'ai-brand-key';

type Sent = Omit<AiBrand, 'createdAt' | 'updatedAt'> & Pick<BrandRow, 'createdAt' | 'updatedAt'>;
const masked = (row: BrandRow): Sent => ({ ...row, apiKey: row.apiKey === null ? null : MASK });
const logged = ({ apiKey, ...row }: BrandRow) => ({ ...row, hasKey: apiKey !== null });

export const rulesOf = (deps: Pick<Deps, 'config'>): OutboundRules => ({
  allowLoopback: deps.config.AI_ALLOW_LOOPBACK,
});

const opened = (deps: Pick<Deps, 'secret'>, row: BrandRow): Brand => ({
  ...row,
  apiKey: row.apiKey === null ? null : deps.secret.open(PURPOSE, row.apiKey),
});

/** The brands that write, the highest priority first. */
export const writersOf = async (deps: Pick<Deps, 'db' | 'secret'>): Promise<Brand[]> =>
  (await findActiveBrands(deps.db, 2)).map((row) => opened(deps, row));

export const brands = async ({ db }: Pick<Deps, 'db'>): Promise<Sent[]> => (await findBrands(db)).map(masked);

/** Refuses what may never be called. A name that cannot be looked up now is for the test button to tell. */
async function checked(endpoint: string, deps: Pick<Deps, 'config'>): Promise<string> {
  try {
    const url = checkEndpoint(endpoint, rulesOf(deps));
    await resolveEndpoint(url, rulesOf(deps)).catch((error: Error) => {
      if (!error.message.includes('could not be found')) throw error;
    });
    return url.href;
  } catch (error) {
    if (error instanceof OutboundError) throw badRequest(error.message, { apiEndpoint: error.message });
    throw error;
  }
}

/** Nothing, or the mask come back: keep. null: clear. Anything else: a new key. */
function keyGiven(value: string | null | undefined): 'keep' | 'clear' | string {
  if (value === null) return 'clear';
  return value === undefined || /^[•*\s]*$/.test(value) ? 'keep' : value;
}
const unspoken = (text: string | null | undefined): string | null => text || null;

export async function addBrand(
  input: z.output<(typeof createBrand)['body']>,
  { db, actor, clock, config, secret }: Ctx<Actor>,
): Promise<Sent> {
  const now = clock.now();
  const apiEndpoint = await checked(input.apiEndpoint, { config });
  const key = keyGiven(input.apiKey);
  try {
    return await db.transaction(async (trx) => {
      const row = await insertBrand(trx, {
        name: input.name,
        apiEndpoint,
        apiKey: key === 'keep' || key === 'clear' ? null : secret.seal(PURPOSE, key),
        model: unspoken(input.model),
        description: unspoken(input.description),
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
        after: logged(row),
      });
      return masked(row);
    });
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'ai_brands_at_most_five')
      throw conflict('There are five AI brands already. Delete one to add another.', 'too_many_brands');
    throw error;
  }
}

export async function editBrand(
  id: number,
  input: z.output<(typeof updateBrand)['body']>,
  { db, actor, clock, config, secret }: Ctx<Actor>,
): Promise<Sent> {
  const now = clock.now();
  const apiEndpoint = input.apiEndpoint === undefined ? undefined : await checked(input.apiEndpoint, { config });
  return db.transaction(async (trx) => {
    const before = await lockBrand(trx, id);
    if (!before) throw notFound('This AI brand does not exist any more.');
    await rejectIfChanged({
      read: input.read,
      schema: aiBrand,
      stored: masked(before),
      newValues: { ...input, read: undefined },
      actor,
      findLastChange: () => lastChange(trx, { subject: 'brand', subjectId: id }, { at: before.updatedAt }),
    });
    const key = keyGiven(input.apiKey);
    const moved = apiEndpoint !== undefined && apiEndpoint !== before.apiEndpoint;
    const { apiKey: _key, read: _read, model, description, ...rest } = input;
    const after = await changeBrand(trx, id, {
      ...rest,
      ...(apiEndpoint === undefined ? {} : { apiEndpoint }),
      ...(model === undefined ? {} : { model: unspoken(model) }),
      ...(description === undefined ? {} : { description: unspoken(description) }),
      // A key goes only to the place it was given for.
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
      before: logged(before),
      after: logged(after),
    });
    return masked(after);
  });
}

export async function dropBrand(id: number, { db, actor, clock }: Ctx<Actor>): Promise<void> {
  await db.transaction(async (trx) => {
    const before = await lockBrand(trx, id);
    if (!before) throw notFound('This AI brand does not exist any more.');
    await removeBrand(trx, id);
    await audit(trx, actor, {
      at: clock.now(),
      action: 'brand.deleted',
      subject: 'brand',
      subjectId: id,
      before: logged(before),
    });
  });
}

export async function tryBrand(id: number, ctx: Ctx<Actor>) {
  const row = await findBrand(ctx.db, id);
  if (!row) throw notFound('This AI brand does not exist any more.');
  await audit(ctx.db, ctx.actor, {
    at: ctx.clock.now(),
    action: 'brand.tested',
    subject: 'brand',
    subjectId: id,
    note: row.name,
  });
  const started = performance.now();
  try {
    const { model, text } = await complete(
      opened(ctx, row),
      { system: 'You are being tested. Answer with one short word.', user: 'Say: ready', maxTokens: 500 },
      { ...rulesOf(ctx), timeoutMs: 20_000, maxBytes: 100_000 },
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
