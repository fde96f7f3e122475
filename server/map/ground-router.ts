import { Router } from 'express';
import { resolve } from 'node:path';
import type { Config } from '#server/base/config.ts';
import { notFound } from '#server/base/http/errors.ts';
import { findGround, groundFile } from './ground-file.ts';

/** Serves the installed ground in ranges. The URL of a ground that was replaced is unknown, so its parts never mix. */
export function groundRouter({ DATA_DIR }: Pick<Config, 'DATA_DIR'>): Router {
  const router = Router();
  router.get('/map/:file', async (req, res, next) => {
    const ground = await findGround(DATA_DIR);
    if (ground?.url !== req.path) return next(notFound());
    // Compression would take ranges apart, and tiles are compressed already.
    res.set('Cache-Control', 'public, max-age=31536000, immutable, no-transform');
    res
      .type('application/vnd.pmtiles')
      .sendFile(resolve(groundFile(DATA_DIR)), { cacheControl: false, dotfiles: 'allow' });
  });
  return router;
}
