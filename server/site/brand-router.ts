import { Router, type Response } from 'express';
import sharp from 'sharp';
import { accentColors } from '#shared/brand-colors.ts';
import type { Deps } from '#server/base/http/context.ts';
import { readLogo } from './read-logo.ts';
import { fitLogo, MARK } from './social/draw-picture.ts';

/** The color of the pages' background, `--paper` in the light theme. */
const PAPER = '#fdfcf9';

/** The icon of `web/public`, in other colors. */
const favicon = (light: string, dark: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke-width="2.1" stroke-linecap="round" stroke-linejoin="round"><style>path{stroke:${light}}@media (prefers-color-scheme:dark){path{stroke:${dark}}}</style><path d="${MARK}"/></svg>`;

const wrapLogo = (png: Buffer): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><image width="64" height="64" href="data:image/png;base64,${png.toString('base64')}"/></svg>`;

/** The PNG icons of `web/public` by their size. */
const icons: Readonly<Record<string, number>> = {
  '/icon-192.png': 192,
  '/icon-512.png': 512,
  '/apple-touch-icon.png': 180,
};

/** A logo on the pages' background, because phones show transparent parts as black. */
const drawIcon = async (logo: Buffer, size: number): Promise<Buffer> =>
  sharp({ create: { width: size, height: size, channels: 3, background: PAPER } })
    .composite([{ input: await fitLogo(logo, Math.round(size * 0.8)) }])
    .png()
    .toBuffer();

/** Other origins may show the icons, because web mail does. */
const sendIcon = (res: Response, type: string, icon: Buffer | string): void =>
  void res
    .set({ 'Cache-Control': 'public, max-age=3600', 'Cross-Origin-Resource-Policy': 'cross-origin' })
    .type(type)
    .send(icon);

/**
 * Serves the web app manifest, which names the site when someone adds it to a home screen, and its icons, which show the site's
 * own logo or color. Without these, the files of `web/public` are served.
 */
export function brandRouter(deps: Pick<Deps, 'db' | 'config' | 'settings'>): Router {
  const { settings } = deps;
  const router = Router();
  router.get('/manifest.webmanifest', (_req, res) => {
    const { brand, description } = settings.current;
    res.set('Cache-Control', 'public, max-age=3600').type('application/manifest+json');
    res.send(
      JSON.stringify({
        name: brand,
        short_name: brand,
        description,
        start_url: '/',
        display: 'browser',
        background_color: PAPER,
        theme_color: PAPER,
        icons: [
          { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
          { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
          { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
        ],
      }),
    );
  });
  router.get('/favicon.svg', async (_req, res, next) => {
    const logo = await readLogo(deps);
    if (logo) return sendIcon(res, 'svg', wrapLogo(await fitLogo(logo, 64)));
    const { accent } = settings.current;
    if (!accent) return next();
    const [light, dark] = accentColors(accent).accent!;
    sendIcon(res, 'svg', favicon(light, dark));
  });
  router.get(Object.keys(icons), async (req, res, next) => {
    const logo = await readLogo(deps);
    if (!logo) return next();
    sendIcon(res, 'png', await drawIcon(logo, icons[req.path]!));
  });
  return router;
}
