import express, { Router } from 'express';
import { existsSync, readdirSync } from 'node:fs';

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};
const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/** Headers that have a meaning only for documents, removed from assets to save bytes. */
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

/** Serves the hashed files of the build, compressed at build time and cached by browsers forever. */
export function assetsRouter(folder: string): Router {
  const compressed = new Set(existsSync(folder) ? readdirSync(folder).filter((name) => /\.(br|gz)$/.test(name)) : []);
  const router = Router();
  router.use((req, res, next) => {
    const name = req.path.slice(1);
    const type = types[/\.\w+$/.exec(name)?.[0] ?? ''];
    const encoding =
      type && encodings.find(([accepted, end]) => compressed.has(name + end) && req.acceptsEncodings(accepted));
    for (const header of documentHeaders) res.removeHeader(header);
    if (type) res.vary('Accept-Encoding');
    if (encoding) {
      const [encodingName, extension] = encoding;
      res.set({ 'Content-Encoding': encodingName, 'Content-Type': type });
      req.url = `/${name}${extension}`;
    }
    next();
  });
  router.use(express.static(folder, { immutable: true, maxAge: '1y', index: false, fallthrough: false }));
  return router;
}
