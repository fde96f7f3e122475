import { Router } from 'express';
import { LRUCache } from 'lru-cache';
import type { Deps } from '#server/base/http/context.ts';
import { clientNetwork } from '#server/base/http/limits/client-network.ts';
import { notFound, unavailable } from '#server/base/http/errors.ts';
import { FairQueue } from '#server/base/http/slots/fair-queue.ts';
import { SharedWork } from '../page-cache/shared-work.ts';
import { drawPicture, type PictureWords } from './draw-picture.ts';
import { readLogo } from '../read-logo.ts';
import { findPictureWords } from './picture-words.ts';

const RETRY_SECONDS = 10;
const MAX_BYTES = 8 * 1_048_576;

/** Serves the pictures that other sites show with our pages, drawn when they are first asked for. */
export function socialPictures(deps: Deps): Router {
  const router = Router();
  const cache = new LRUCache<string, Buffer>({ maxSize: MAX_BYTES, sizeCalculation: ({ length }) => length });
  const drawings = new SharedWork<Buffer>();
  // Pictures are drawn singly, because a crawler that asks for many must not take the processor from pages.
  const queue = new FairQueue({
    slots: 1,
    places: 40,
    placesPerClient: 10,
    waitMs: 10_000,
    refuse: () => unavailable('Too many pictures are being drawn. Please try again in a few seconds.', RETRY_SECONDS),
  });

  const draw = async (words: Omit<PictureWords, 'logo'>, network: string, signal: AbortSignal): Promise<Buffer> => {
    const key = JSON.stringify([words, deps.settings.current.logo]);
    return (
      cache.get(key) ??
      drawings.run(key, signal, (left) =>
        queue.run(
          network,
          async () => {
            const picture = await drawPicture({ ...words, logo: await readLogo(deps) });
            cache.set(key, picture);
            return picture;
          },
          left,
        ),
      )
    );
  };

  router.get(/^\/social\/.+\.png$/, async (req, res, next) => {
    const disconnected = new AbortController();
    res.on('close', () => void (res.writableFinished || disconnected.abort()));
    try {
      const path = /^\/social(\/.+)\.png$/.exec(decodeURI(req.path))?.[1];
      const words = path === undefined ? null : await findPictureWords(deps, path);
      if (!words) throw notFound();
      const { brand, accent } = deps.settings.current;
      const picture = await draw({ ...words, brand, accent }, clientNetwork(req.ip ?? ''), disconnected.signal);
      // Other sites embed it, which the default policy for resources forbids.
      res.set({ 'Cache-Control': 'public, max-age=86400', 'Cross-Origin-Resource-Policy': 'cross-origin' });
      res.type('png').send(picture);
    } catch (error) {
      next(error instanceof URIError ? notFound() : error);
    }
  });
  return router;
}
