import { adFrame, adsTxt, getAdSettings, publicAds, saveAdField, saveAdSettings } from '#contract/ads.ts';
import { admin, anyone } from '#server/http/guards.ts';
import { serve, type Route } from '#server/http/serve.ts';
import { adsTxtOf, save, saveField, sendFrame, settings, shownAds } from './ads.ts';

export const routes: Route[] = [
  serve(getAdSettings, admin, (_input, ctx) => settings(ctx)),
  serve(saveAdSettings, admin, ({ body }, ctx) => save(body, ctx)),
  serve(saveAdField, admin, ({ body }, ctx) => saveField(body, ctx)),
  serve(publicAds, anyone, (_input, ctx) => shownAds(ctx)),
  serve(adsTxt, anyone, async (_input, ctx, { res }) => {
    const text = await adsTxtOf(ctx);
    res.type('text/plain').set('Cache-Control', 'public, max-age=300').send(text);
  }),
  serve(adFrame, anyone, ({ params }, ctx, { res }) => sendFrame(params.slot, ctx, res)),
];
