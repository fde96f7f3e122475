import { cspReport, humanCheck, sendContact, siteInfo } from '#contract/site.ts';
import { anyone } from '#server/http/guards.ts';
import { Answer, serve, type Route } from '#server/http/serve.ts';
import { receiveContactMessage } from './contact.ts';
import { createHumanCheck } from '../http/human-check.ts';

const ok = { ok: true } as const;

export const routes: Route[] = [
  serve(humanCheck, anyone, (_input, ctx) => new Answer(createHumanCheck(ctx), { 'Cache-Control': 'no-store' })),
  serve(sendContact, anyone, async ({ body }, ctx) => {
    await receiveContactMessage(body, ctx);
    return ok;
  }),
  serve(siteInfo, anyone, (_input, { config }) => ({
    supportEmail: config.SUPPORT_EMAIL,
    supportPhone: config.SUPPORT_PHONE,
    sampleData: config.SAMPLE_DATA > 0,
    testPayments: !config.STRIPE_SECRET_KEY,
  })),
  serve(cspReport, anyone, (_input, ctx, { req }) => {
    let text = '';
    req.setEncoding('utf8');
    req.on('data', (part: string) => void (text.length < 4_000 && (text += part)));
    req.on('end', () => ctx.log.warn({ report: text.slice(0, 4_000) }, 'a browser blocked content'));
    return ok;
  }),
];
