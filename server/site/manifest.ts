import { Router } from 'express';
import { accentColors } from '#shared/brand-colors.ts';
import type { Deps } from '#server/base/http/context.ts';
import { MARK } from './social/draw-picture.ts';

/** The color of the pages' background, `--paper` in the light theme. */
const PAPER = '#fdfcf9';

/** The icon of `web/public`, in other colors. */
const favicon = (light: string, dark: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke-width="2.1" stroke-linecap="round" stroke-linejoin="round"><style>path{stroke:${light}}@media (prefers-color-scheme:dark){path{stroke:${dark}}}</style><path d="${MARK}"/></svg>`;

/**
 * Serves the web app manifest, which names the site when someone adds it to a home screen, and the icon of browser tabs in the
 * site's own color.
 */
export function manifestRouter({ settings }: Pick<Deps, 'settings'>): Router {
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
  router.get('/favicon.svg', (_req, res, next) => {
    const { accent } = settings.current;
    if (!accent) return next();
    const [light, dark] = accentColors(accent).accent!;
    res.set('Cache-Control', 'public, max-age=3600').type('svg').send(favicon(light, dark));
  });
  return router;
}
