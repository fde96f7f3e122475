import express, { Router } from 'express';
import { existsSync, readdirSync } from 'node:fs';

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};
const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/** Headers that mean something only on a document; a dozen files need not each carry them. */
const documentHeaders = [
  'Content-Security-Policy',
  'Permissions-Policy',
  'Referrer-Policy',
  'Cross-Origin-Opener-Policy',
  'Origin-Agent-Cluster',
  'X-DNS-Prefetch-Control',
  'X-Download-Options',
  'X-Frame-Options',
  'X-Permitted-Cross-Domain-Policies',
  'X-XSS-Protection',
];

/** Hashed files: kept for good by whoever fetched them, and sent as they were compressed at build time. */
export function assetsRouter(folder: string): Router {
  const compressed = new Set(existsSync(folder) ? readdirSync(folder).filter((name) => /\.(br|gz)$/.test(name)) : []);
  const router = Router();
  router.use((req, res, next) => {
    const name = req.path.slice(1);
    const type = types[/\.\w+$/.exec(name)?.[0] ?? ''];
    const found =
      type && encodings.find(([encoding, end]) => compressed.has(name + end) && req.acceptsEncodings(encoding));
    for (const header of documentHeaders) res.removeHeader(header);
    if (type) res.vary('Accept-Encoding');
    if (found) {
      res.set({ 'Content-Encoding': found[0], 'Content-Type': type });
      req.url = `/${name}${found[1]}`;
    }
    next();
  });
  router.use(express.static(folder, { immutable: true, maxAge: '1y', index: false, fallthrough: false }));
  return router;
}
