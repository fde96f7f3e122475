import { Router } from 'express';
import type { Deps } from '#server/base/http/context.ts';

const DAY = 86_400_000;
/** RFC 9116 recommends less than a year. */
const VALID_DAYS = 180;

/** Serves /.well-known/security.txt (RFC 9116). It expires half a year after the first of this month, so copies stay equal for weeks. */
export function securityTxt({ config, clock }: Pick<Deps, 'config' | 'clock'>): Router {
  const router = Router();
  router.get(['/.well-known/security.txt', '/security.txt'], (_req, res) => {
    const now = clock.now();
    const month = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1);
    res.set('Cache-Control', 'public, max-age=86400').type('text/plain; charset=utf-8');
    res.send(
      [
        `Contact: mailto:${config.SUPPORT_EMAIL}`,
        `Contact: ${config.PUBLIC_URL}/contact`,
        `Expires: ${new Date(month + VALID_DAYS * DAY).toISOString()}`,
        'Preferred-Languages: en',
        `Canonical: ${config.PUBLIC_URL}/.well-known/security.txt`,
        '',
      ].join('\n'),
    );
  });
  return router;
}
