import type { Express } from 'express';
import type { StatusReply } from '#contract/status.ts';
import { formatEmailTime } from '#server/base/email/email-time.ts';
import type { Deps } from '#server/base/http/context.ts';
import { plainPage } from '#server/base/http/error-page.ts';
import { nonceOf } from '#server/base/http/headers.ts';
import { readStatus } from './status.ts';

/** Answers /api/status and /status, as a plain page, while the database doesn't answer, because sessions and pages need it. */
export function mountStatus(app: Express, deps: Deps): void {
  app.get(['/api/status', '/status'], (req, res, next) => {
    readStatus(deps).then((status) => {
      if (status.state !== 'down') return next();
      res.set('Cache-Control', 'private, no-store');
      if (req.path === '/api/status') return void res.json(status);
      res.type('html').send(downPage(status, deps.settings.brand, nonceOf(res)));
    }, next);
  });
}

function downPage({ since, notices }: StatusReply, brand: string, nonce: string): string {
  const ongoing = notices.find(({ state }) => state === 'ongoing');
  const text = [
    `This server hasn’t reached the database since ${formatEmailTime(new Date(since!))}. Most pages can’t be shown until it does.`,
    ...(ongoing ? [`${ongoing.title}: ${ongoing.updates[0]?.text ?? ''}`] : []),
  ].join(' ');
  return plainPage(
    { title: 'We can’t reach the database', text, link: { href: '', label: 'Check again' } },
    brand,
    nonce,
  );
}
