import { adFrame, adsTxt, getAdSettings, publicAds, saveAdField, saveAdSettings } from '#contract/ads.ts';
import { admin, everyone } from '#server/base/http/guards.ts';
import { serve, type Route } from '#server/base/http/serve.ts';
import { findAdsTxt, updateAdSettings, updateAdField, sendAdFrame, readAdSettings, findPublicAds } from './ads.ts';

export const routes: Route[] = [
  serve(getAdSettings, admin, (_input, ctx) => readAdSettings(ctx)),
  serve(saveAdSettings, admin, ({ body }, ctx) => updateAdSettings(body, ctx)),
  serve(saveAdField, admin, ({ body }, ctx) => updateAdField(body, ctx)),
  serve(publicAds, everyone, (_input, ctx) => findPublicAds(ctx)),
  serve(adsTxt, everyone, async (_input, ctx, { res }) => {
    const text = await findAdsTxt(ctx);
    res.type('text/plain').set('Cache-Control', 'public, max-age=300').send(text);
  }),
  serve(adFrame, everyone, ({ params }, ctx, { res }) => sendAdFrame(params.slot, ctx, res)),
];
