import type { Refusal } from './errors.ts';
import { escapeHtml } from '#server/base/escape-html.ts';

interface PlainPage {
  title: string;
  text: string;
  link: { href: string; label: string };
}

/** Shown when no page can be rendered: the database is unreachable, or the server is starting. */
export const errorPage = (refusal: Refusal, brand: string | null, nonce?: string): string =>
  plainPage(
    {
      title: refusal.status === 503 ? 'Back in a moment' : 'Something went wrong',
      text: refusal.message,
      link: { href: '', label: 'Try again' },
    },
    brand,
    nonce,
  );

/** A page that needs neither the database nor the website. */
export const plainPage = (
  { title, text, link }: PlainPage,
  brand: string | null,
  nonce?: string,
): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${title}${brand === null ? '' : ` · ${escapeHtml(brand)}`}</title>
<style${nonce ? ` nonce="${nonce}"` : ''}>:root{color-scheme:light dark;font:18px/1.55 system-ui,sans-serif}body{min-height:90vh;display:grid;place-content:center;max-width:32rem;margin:auto;padding:1rem}h1{font:500 2rem/1.2 Georgia,serif}a{color:inherit}</style></head>
<body><main><h1>${title}</h1><p>${escapeHtml(text)}</p><p><a href="${link.href}">${link.label}</a></p></main></body></html>`;
