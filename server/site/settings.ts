import type { z } from 'zod';
import {
  getSiteSettings,
  siteFieldNames,
  type saveSiteSettings,
  type SiteSettingsReply,
} from '#contract/site-settings.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import { rejectIfChanged } from '#server/base/http/edit-conflict.ts';
import { audit, lastChange } from '#server/audit/audit.ts';
import { defaultPrompts } from '#server/articles/prompts.ts';
import { storeLogo } from '#server/listings/photos/upload.ts';
import { findSiteRow, lockSiteRow, updateSiteRow } from './queries-settings.ts';

type Texts = SiteSettingsReply['defaults'];

/** Every field, with an empty text for those that are missing. */
const textsOf = (values: object): Texts =>
  Object.fromEntries(
    siteFieldNames.map((name) => {
      const value = (values as Record<string, string | readonly string[] | undefined>)[name] ?? '';
      return [name, typeof value === 'string' ? value : value.join('\n')];
    }),
  ) as Texts;

const defaultsOf = ({ settings }: Pick<Ctx, 'settings'>): Texts => ({
  ...textsOf(settings.defaults),
  ...defaultPrompts,
});

export async function readSiteSettings({ db, settings }: Pick<Ctx, 'db' | 'settings'>): Promise<SiteSettingsReply> {
  return { ...textsOf(await findSiteRow(db)), defaults: defaultsOf({ settings }) };
}

export async function changeSiteSettings(
  { read, ...values }: z.output<(typeof saveSiteSettings)['body']>,
  ctx: Ctx<Actor>,
): Promise<SiteSettingsReply> {
  const { db, actor, settings } = ctx;
  const change =
    values.logo === undefined
      ? values
      : { ...values, logo: await storeLogo(ctx, values.logo, (await findSiteRow(db)).logo ?? '') };
  const at = ctx.clock.now();
  await db.transaction(async (trx) => {
    const stored = await lockSiteRow(trx);
    const before = textsOf(stored);
    await rejectIfChanged({
      read,
      schema: getSiteSettings.reply,
      stored: { ...before, defaults: defaultsOf(ctx) },
      newValues: change,
      actor,
      findLastChange: (fields) => lastChange(trx, { subject: 'settings', subjectId: 'site' }, { fields }),
    });
    const after = textsOf({ ...before, ...change });
    const chosen = Object.fromEntries(Object.entries(after).filter(([, value]) => value !== ''));
    await updateSiteRow(trx, chosen, actor.userId, at);
    await audit(trx, actor, { at, action: 'site.updated', subject: 'settings', subjectId: 'site', before, after });
  });
  await settings.reload();
  return readSiteSettings(ctx);
}
