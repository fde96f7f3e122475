import { Router } from 'express';
import type { Deps } from '#server/base/http/context.ts';

/** The color of the pages' background, `--paper` in the light theme. */
const PAPER = '#fdfcf9';

/** Serves the web app manifest, which names the site when someone adds it to a home screen. */
export function manifestRouter({ settings }: Pick<Deps, 'settings'>): Router {
  const router = Router();
  router.get('/manifest.webmanifest', (_req, res) => {
    const { brand } = settings;
    res.set('Cache-Control', 'public, max-age=3600').type('application/manifest+json');
    res.send(
      JSON.stringify({
        name: brand,
        short_name: brand,
        description: 'A directory of dentists and teeth whitening specialists across the United States.',
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
  return router;
}
