import { greet } from './email-words.ts';
import { accentColors } from '#shared/brand-colors.ts';
import { inOneLine, type SiteSettings } from '#shared/site-settings.ts';
import type { Deps } from '../http/context.ts';
import { escapeHtml } from '#server/base/escape-html.ts';

export interface Email {
  to: string;
  /** The recipient's name, for the greeting. Omitted for emails to staff. */
  name?: string;
  subject: string;
  /** Paragraphs of plain text. */
  text: string[];
  /** Shown as a button. */
  action?: { label: string; url: string };
  /** A second, quieter button. */
  otherAction?: { label: string; url: string };
  /** Defaults to support. */
  replyTo?: string;
  /** The page that turns off emails of this kind, for those that a person can turn off. */
  unsubscribe?: string;
  /** True for emails about the security of an account, which are tried even if the address rejected earlier ones. */
  isSecurity?: boolean;
}

/**
 * Colors are repeated in each element, because many email programs ignore style sheets. Those that read this one get narrower
 * margins on phones, and the dark theme.
 */
const stylesOf = (dark: string): string => `
@media (max-width: 30em) {
  .page { padding: 12px 8px 28px !important; }
  .card { padding: 26px 20px !important; border-radius: 12px !important; }
  .button a { display: block !important; text-align: center; }
}
@media (prefers-color-scheme: dark) {
  body, .page { background: #0d1516 !important; }
  .card { background: #162123 !important; border-color: #26363a !important; }
  .card, .card h1, .card p { color: #e8f0f0 !important; }
  .card .mark, .card .link { color: ${dark} !important; }
  .card .soft, .foot, .foot a { color: #a0b2b4 !important; }
  .button a { background: ${dark} !important; color: #0d1516 !important; }
  .other a { background: #162123 !important; color: ${dark} !important; box-shadow: inset 0 0 0 1px ${dark} !important; }
}`;

const DEFAULT_ACCENT = ['#0b7c80', '#5cc4c4'] as const;
const ink = 'color:#17292b';
const soft = 'color:#566769';
const paragraphStyle = `font-size:16px;line-height:1.55;margin:0 0 14px;white-space:pre-line;overflow-wrap:anywhere;text-wrap:pretty;${ink}`;

/** The plain-text and HTML parts of an email: one layout for all. */
export function renderEmail(
  email: Email,
  { PUBLIC_URL }: Pick<Deps['config'], 'PUBLIC_URL'>,
  settings: Pick<SiteSettings, 'brand' | 'supportEmail'> & Partial<SiteSettings>,
): { text: string; html: string } {
  const { action, otherAction, subject, unsubscribe } = email;
  const { brand, supportEmail, company, address } = settings;
  const [accent, dark] = settings.accent ? accentColors(settings.accent).accent! : DEFAULT_ACCENT;
  const sender = address ? [company, inOneLine(address)].filter(Boolean).join(', ') : '';
  const paragraphs = [...(email.name ? [greet(email.name)] : []), ...email.text];
  const text = [
    ...paragraphs,
    ...[action, otherAction].flatMap((one) => (one ? [`${one.label}: ${one.url}`] : [])),
    '--',
    `${brand} · ${PUBLIC_URL} · ${supportEmail}`,
    ...(sender ? [sender] : []),
    ...(unsubscribe ? [`Turn off these emails: ${unsubscribe}`] : []),
  ].join('\n\n');

  const site = escapeHtml(PUBLIC_URL);
  const link = (url: string, label: string, style = '') =>
    `<a href="${escapeHtml(url)}" style="${style}">${escapeHtml(label)}</a>`;
  /** A phone number stays on one line. */
  const withPhones = (escaped: string) =>
    escaped.replace(/\(\d{3}\) \d{3}-\d{4}/g, (phone) => `<span style="white-space:nowrap">${phone}</span>`);
  /** Only links to this site, because words of strangers must not become links under our name. */
  const withLinks = (escaped: string) =>
    escaped.replace(/https?:\/\/[^\s<]*[^\s<.,;:!?)]/g, (url) =>
      url.startsWith(`${site}/`) ? `<a class="link" href="${url}" style="color:${accent}">${url}</a>` : url,
    );
  const body = paragraphs
    .map((paragraph) => `<p style="${paragraphStyle}">${withLinks(withPhones(escapeHtml(paragraph)))}</p>`)
    .join('');
  const buttonStyle =
    'padding:13px 24px;border-radius:10px;text-decoration:none;font-size:16px;font-weight:600;display:inline-block';
  const otherButton = otherAction
    ? `<p class="button other" style="margin:0 0 18px">${link(otherAction.url, otherAction.label, `background:#ffffff;color:${accent};box-shadow:inset 0 0 0 1px ${accent};${buttonStyle}`)}</p>`
    : '';
  const button = action
    ? `<p class="button" style="margin:26px 0 18px">${link(action.url, action.label, `background:${accent};color:#ffffff;${buttonStyle}`)}</p>${otherButton}<p class="soft" style="font-size:13px;line-height:1.5;margin:0;${soft}">Or copy this link into your browser:<br><span style="word-break:break-all">${escapeHtml(action.url)}</span></p>`
    : '';
  // The preview text that inboxes show after the subject. The spaces keep the email's own text out of it.
  const preview = `<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(email.text[0] ?? '')}${'&#847;&zwnj;&nbsp;'.repeat(60)}</div>`;
  const mark = `<p class="mark" style="font-size:20px;font-weight:700;color:${accent};margin:0 0 24px"><img src="${site}/icon-192.png" width="32" height="32" alt="" style="vertical-align:middle;border-radius:8px;margin-right:10px">${escapeHtml(brand)}</p>`;
  const heading = `<h1 style="font-family:Georgia,serif;font-weight:500;font-size:26px;line-height:1.25;margin:0 0 18px;overflow-wrap:anywhere;text-wrap:balance;${ink}">${escapeHtml(subject)}</h1>`;
  const footStyle = `text-decoration:underline;${soft}`;
  const foot = `<p class="foot" style="text-align:center;font-size:13px;line-height:1.6;margin:20px 0 0;${soft}">${escapeHtml(brand)} · ${link(PUBLIC_URL, new URL(PUBLIC_URL).host, footStyle)} · ${link(`mailto:${supportEmail}`, supportEmail, footStyle)}${sender ? `<br>${escapeHtml(sender)}` : ''}${unsubscribe ? `<br>${link(unsubscribe, 'Turn off these emails', footStyle)}` : ''}</p>`;
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(subject)}</title><style>${stylesOf(dark)}</style></head><body style="margin:0;background:#f4f8f8;font-family:Figtree,Helvetica,Arial,sans-serif;${ink}">${preview}<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td class="page" style="padding:32px 16px"><table role="presentation" align="center" width="560" style="max-width:560px;width:100%;border-collapse:separate" cellpadding="0" cellspacing="0"><tr><td class="card" style="background:#ffffff;border:1px solid #dde7e7;border-radius:16px;padding:36px">${mark}${heading}${body}${button}</td></tr></table>${foot}</td></tr></table></body></html>`;
  return { text, html };
}
