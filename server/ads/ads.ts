import type { Response } from 'express';
import type { z } from 'zod';
import {
  adFields,
  adSettings,
  adSlots,
  readMetaTag,
  type AdField,
  type AdSlotName,
  type saveAdField,
} from '#contract/ads.ts';
import type { Actor, Ctx, Deps } from '#server/base/http/context.ts';
import type { BaseValues } from '#contract/edit-conflict.ts';
import { badRequest, notFound } from '#server/base/http/errors.ts';
import { asksForPrivacy } from '#server/base/http/privacy-signal.ts';
import { rejectIfChanged } from '#server/base/http/edit-conflict.ts';
import { audit, lastChange } from '#server/audit/audit.ts';
import { lockAdRow, findAdRow, updateAdRow, type AdRow } from './queries.ts';

export const readAdSettings = ({ db }: Pick<Deps, 'db'>): Promise<AdRow> => findAdRow(db);

export async function updateAdSettings(
  { read, ...change }: Partial<Record<AdField, string | boolean | null | undefined>> & { read?: BaseValues },
  { db, actor, clock }: Ctx<Actor>,
): Promise<AdRow> {
  const now = clock.now();
  const values = Object.fromEntries(
    Object.entries(change)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, typeof value === 'string' ? value.trim() || null : value]),
  ) as Partial<Record<AdField, string | boolean | null>>;
  return db.transaction(async (trx) => {
    const before = await lockAdRow(trx);
    await rejectIfChanged({
      read,
      schema: adSettings,
      stored: before,
      newValues: values,
      actor,
      findLastChange: (fields) => lastChange(trx, { subject: 'settings', subjectId: 'ads' }, { fields }),
    });
    const after = await updateAdRow(trx, values, actor.userId, now);
    await audit(trx, actor, { at: now, action: 'ads.updated', subject: 'settings', subjectId: 'ads', before, after });
    return after;
  });
}

export function updateAdField(
  { field, value, read }: z.output<(typeof saveAdField)['body']>,
  ctx: Ctx<Actor>,
): Promise<AdRow> {
  const isFlag = field.endsWith('Enabled');
  const parsed = adFields[field].safeParse(value === null && !isFlag ? '' : value);
  if (!parsed.success) {
    const sentence = parsed.error.issues[0]!.message;
    throw badRequest(sentence, { [field]: sentence });
  }
  return updateAdSettings({ [field]: parsed.data, read }, ctx);
}

const codeOf = (row: AdRow, slot: AdSlotName): string | null =>
  row[`${slot}AdsEnabled`] ? row[`${slot}AdCode`] : null;

export async function findPublicAds(deps: Pick<Deps, 'db'>) {
  const row = await findAdRow(deps.db);
  const account = row.publisherId && `ca-${row.publisherId.replace(/^ca-/, '')}`;
  return {
    meta: readMetaTag(row.metaTag) ?? (account ? { name: 'google-adsense-account', content: account } : null),
    slots: adSlots.filter((slot) => codeOf(row, slot) !== null),
  };
}

export async function findAdsTxt(deps: Pick<Deps, 'db'>): Promise<string> {
  const { adsTxt } = await findAdRow(deps.db);
  if (!adsTxt) throw notFound('This site has no ads.txt.');
  return `${adsTxt.replace(/\r\n?/g, '\n')}\n`;
}

/**
 * Ad code runs in a sandboxed document without our origin, even if someone opens its URL directly, because the sandbox is
 * set in this header. The code can display content and open a window on a click, but it cannot read our storage or
 * navigate our page.
 */
const FRAME_POLICY = [
  'sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox',
  "default-src https: data: blob: 'unsafe-inline' 'unsafe-eval'",
  "base-uri 'none'",
  "form-action 'none'",
  "object-src 'none'",
  "frame-ancestors 'self'",
].join('; ');

const framePage = (body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Advertisement</title><style>html,body{margin:0;padding:0;overflow:hidden;font:13px system-ui,sans-serif}body{display:grid;place-items:center;min-height:100vh}</style></head><body>${body}</body></html>`;

/** The settings page, the only page that may frame this one, sends the code of the preview by message. */
const PREVIEW = `<script>addEventListener('message',function(e){if(e.source!==parent||typeof e.data!=='string')return;document.open();document.write(e.data);document.close()},{once:true});parent.postMessage('ad-preview-ready','*')</script>`;

/** Sends no ad to visitors who ask for privacy, because the ad's code contacts its network. */
export async function sendAdFrame(
  slot: AdSlotName | 'preview',
  ctx: Pick<Ctx, 'db' | 'header'>,
  res: Response,
): Promise<void> {
  let body = PREVIEW;
  res.vary('Sec-GPC').vary('DNT');
  if (slot !== 'preview') {
    if (asksForPrivacy(ctx)) return void res.set('Cache-Control', 'no-store').status(204).end();
    const row = await findAdRow(ctx.db);
    const code = codeOf(row, slot);
    // A 204 keeps the frame empty if the slot was turned off since the page loaded; an error would be shown in it.
    if (code === null) return void res.set('Cache-Control', 'no-store').status(204).end();
    body = `${row.adsenseCode ?? ''}${code}`;
  }
  res.removeHeader('X-Frame-Options');
  res.removeHeader('Permissions-Policy');
  res.set({
    'Content-Security-Policy': FRAME_POLICY,
    'Cross-Origin-Opener-Policy': 'unsafe-none',
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex',
    'Cache-Control': 'no-store',
  });
  res.type('html').send(framePage(body));
}
