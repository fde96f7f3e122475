import { cspReport, humanCheck, sendContact, siteInfo } from '#contract/site.ts';
import { getSiteSettings, saveSiteSettings } from '#contract/site-settings.ts';
import { policies } from '#contract/policies/policies.ts';
import { admin, anyone, everyone } from '#server/base/http/guards.ts';
import { serve, type Route } from '#server/base/http/serve.ts';
import { hasSampleData } from '#server/opening/sample/sample-data.ts';
import { findGround } from '#server/map/ground-file.ts';
import { findPolicies } from './policies/policies.ts';
import { findBanner } from '#server/status/notices.ts';
import { receiveContactMessage } from './contact.ts';
import { CspReportLog } from './csp-reports.ts';
import { changeSiteSettings, readSiteSettings } from './settings.ts';
import { createHumanCheck } from '../base/http/limits/human-check.ts';

const ok = { ok: true } as const;
const cspReports = new CspReportLog();

export const routes: Route[] = [
  serve(humanCheck, anyone, (_input, ctx) => createHumanCheck(ctx)),
  serve(sendContact, anyone, async ({ body }, ctx) => {
    return { ...ok, answerHours: await receiveContactMessage(body, ctx) };
  }),
  serve(siteInfo, everyone, async (_input, { config, clock, db, settings }) => ({
    brand: settings.brand,
    banner: findBanner(settings, clock.now()),
    supportEmail: settings.current.supportEmail,
    supportPhone: settings.current.supportPhone,
    socialLinks: [...settings.current.socialLinks],
    sampleData: await hasSampleData({ db, config }),
    testPayments: config.payments && !config.STRIPE_SECRET_KEY,
    payments: config.payments,
    singleSignOn: config.OIDC_ISSUER !== undefined,
    mapGround: await findGround(config.DATA_DIR),
    mapTiles: config.MAP_TILES_URL
      ? { url: config.MAP_TILES_URL, attribution: config.MAP_TILES_ATTRIBUTION ?? '' }
      : null,
  })),
  serve(getSiteSettings, admin, (_input, ctx) => readSiteSettings(ctx)),
  serve(saveSiteSettings, admin, ({ body }, ctx) => changeSiteSettings(body, ctx)),
  serve(policies, everyone, (_input, ctx) => findPolicies(ctx)),
  serve(cspReport, anyone, (_input, ctx, { req }) => {
    cspReports.receive(req, ctx);
    return ok;
  }),
];
