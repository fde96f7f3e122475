import type { Request, RequestHandler } from 'express';
import { isStaff } from '#shared/roles.ts';
import { authenticate } from '#server/base/http/callers/authenticate.ts';
import type { Deps } from '#server/base/http/context.ts';
import { plainPage } from '#server/base/http/error-page.ts';
import { forbidden, notFound } from '#server/base/http/errors.ts';
import { nonceOf } from '#server/base/http/headers.ts';
import { isOpen } from './setup/opening-state.ts';

/** Paths that strangers reach before the directory opens: the setup, logins, links in emails, files, and what other systems call. */
const ALWAYS =
  /^\/(?:setup|status|auth|admin|account|reset-password|verify-email|undo-email-change|staff-invitation|email-settings|assets\/.*|\.well-known\/.*|(?:favicon|icon-|apple-touch-icon|manifest)[^/]*|api\/(?:setup|auth|admin|user|account|site|status|policies|ads|analytics|human-check|csp-report|stripe|docs|desktop|download)(?:[/.-].*)?)(?:\/.*)?$/;

/** Hides a directory that hasn't opened from everyone but its staff, whose pages are then never stored. */
export function openingGate(deps: Deps): RequestHandler {
  return (req, res, next) => {
    const decide = async () => {
      if (await isOpen(deps)) return next();
      res.locals.isHidden = true;
      res.setHeader('X-Robots-Tag', 'noindex');
      if (req.path === '/robots.txt') return void res.type('text/plain').send('User-agent: *\nDisallow: /\n');
      if (ALWAYS.test(req.path)) return next();
      if (await isFromStaff(deps, req)) {
        const writeHead = res.writeHead.bind(res) as (...args: unknown[]) => typeof res;
        res.writeHead = ((...args: unknown[]) => {
          res.removeHeader('CDN-Cache-Control');
          res.setHeader('Cache-Control', 'private, no-store');
          return writeHead(...args);
        }) as typeof res.writeHead;
        return next();
      }
      res.setHeader('Cache-Control', 'private, no-store');
      if (/^\/(?:api\/|mcp)/.test(req.path)) throw forbidden('This directory isn’t open yet.', 'not_open');
      if (/\.(?:xml|txt|png)$/.test(req.path)) throw notFound();
      const text = 'We’re getting this directory of dentists ready. Please come back soon.';
      res
        .type('html')
        .send(
          plainPage(
            { title: 'Opens soon', text, link: { href: '/auth?next=/admin', label: 'Staff login' } },
            deps.settings.brand,
            nonceOf(res),
          ),
        );
    };
    decide().catch(next);
  };
}

const isFromStaff = async (deps: Deps, req: Request): Promise<boolean> => {
  const actor = await authenticate(deps, req, true).catch(() => null);
  return actor !== null && isStaff(actor.role) && !actor.mustEnrol;
};
