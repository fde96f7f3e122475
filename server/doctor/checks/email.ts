import { createTransport } from 'nodemailer';
import { parse } from 'tldts';
import { error, ok, skipped, warning, type Finding } from '../finding.ts';
import type { Examination, Surroundings } from '../surroundings.ts';

const WAIT_MS = 5_000;
/** Names that mail providers give their DKIM keys, because DNS can't list them. */
const SELECTORS = ['default', 'dkim', 'mail', 'google', 'selector1', 'selector2', 's1', 's2', 'k1', 'k2', 'k3', 'mandrill', 'pm', 'resend', 'mg', 'mx', 'smtp', 'zoho', 'zmail', 'fm1', 'fm2', 'protonmail', 'mailjet', 'brevo', 'sendgrid', 'amazonses', 'krs']; // prettier-ignore

export async function checkEmailLogin({ config }: Examination): Promise<Finding> {
  if (!config.SMTP_URL)
    return config.production
      ? error(
          `Emails are written to ${config.DATA_DIR}/outbox and reach no one.`,
          'Set SMTP_URL=smtps://USER:PASSWORD@HOST:465',
        )
      : skipped('Emails are written to the outbox, because SMTP_URL isn’t set.');
  const { host, username } = new URL(config.SMTP_URL);
  const transport = createTransport({
    url: config.SMTP_URL,
    connectionTimeout: WAIT_MS,
    greetingTimeout: WAIT_MS,
    socketTimeout: WAIT_MS,
  });
  try {
    await transport.verify();
    return ok(`${host} accepts ${username ? 'the login' : 'connections without a login'}.`);
  } catch (problem) {
    const { code, responseCode, message } = problem as { code?: string; responseCode?: number; message: string };
    if (code === 'EAUTH')
      return error(
        `${host} refused the login (${responseCode ?? message}).`,
        'Correct the user and the password in SMTP_URL. Write special characters percent-encoded, such as %40 for @.',
      );
    return error(
      `${host} can’t be used for email (${code === 'ESOCKET' || !code ? message : code}).`,
      `nc -vz ${host.replace(':', ' ')}\nCorrect the host and the port in SMTP_URL: smtps:// for port 465, smtp:// for 587.`,
    );
  } finally {
    transport.close();
  }
}

/** The domain of MAIL_FROM, or null without a mail server. */
function senderDomain({ config }: Pick<Surroundings, 'config'>): string | null {
  const domain = /@([^\s>]+)>?\s*$/.exec(config.MAIL_FROM)?.[1]?.toLowerCase();
  return config.SMTP_URL && domain ? domain : null;
}

const noSender = skipped('No email is sent, because SMTP_URL isn’t set.');
const unknown = (domain: string, code: string): Finding =>
  warning(`DNS didn’t answer for ${domain} (${code}).`, `dig +short TXT ${domain}\nCorrect /etc/resolv.conf.`);

/** TXT records, or the code of DNS: ENOTFOUND if the name doesn't exist, ENODATA if only longer names do. */
async function readText(dns: Surroundings['dns'], name: string): Promise<{ texts: string[]; code: string | null }> {
  try {
    const records = await dns.resolveTxt(name);
    return { texts: records.map((parts) => parts.join('')), code: null };
  } catch (problem) {
    return { texts: [], code: (problem as NodeJS.ErrnoException).code ?? 'unknown' };
  }
}
const isAbsent = (code: string | null): boolean => code === null || code === 'ENOTFOUND' || code === 'ENODATA';

export async function checkSpf(examination: Examination): Promise<Finding> {
  const domain = senderDomain(examination);
  if (!domain) return noSender;
  const { texts, code } = await readText(examination.dns, domain);
  if (!isAbsent(code)) return unknown(domain, code!);
  const records = texts.filter((text) => /^v=spf1(\s|$)/i.test(text));
  const [record] = records;
  if (record === undefined)
    return error(
      `${domain} has no SPF record, so mailboxes may reject its emails.`,
      `${domain}. TXT "v=spf1 include:YOUR_MAIL_PROVIDER ~all"`,
    );
  if (records.length > 1)
    return error(
      `${domain} has ${records.length} SPF records, which makes all of them invalid.`,
      `Merge them into one: ${domain}. TXT "${[...new Set(records.flatMap((text) => text.split(/\s+/)))].filter((part) => !/^[-~?+]?all$/i.test(part)).join(' ')} ~all"`,
    );
  if (/(^|\s)\+?all(\s|$)/i.test(record))
    return error(
      `The SPF record of ${domain} lets everyone send in its name.`,
      `${domain}. TXT "${record.replace(/(^|\s)\+?all(?=\s|$)/i, '$1~all')}"`,
    );
  return ok(`${domain} has an SPF record.`);
}

export async function checkDkim(examination: Examination): Promise<Finding> {
  const domain = senderDomain(examination);
  if (!domain) return noSender;
  const parent = await readText(examination.dns, `_domainkey.${domain}`);
  if (!isAbsent(parent.code)) return unknown(domain, parent.code!);
  const keys = await Promise.all(
    SELECTORS.map(async (selector) => ({
      selector,
      texts: (await readText(examination.dns, `${selector}._domainkey.${domain}`)).texts,
    })),
  );
  const found = keys.filter(({ texts }) => texts.some((text) => /(^|;)\s*p=[A-Za-z0-9+/]/.test(text)));
  if (found.length > 0) return ok(`${domain} has DKIM keys (${found.map(({ selector }) => selector).join(', ')}).`);
  if (parent.code === 'ENODATA' || parent.texts.length > 0) return ok(`${domain} has names under _domainkey.`);
  return warning(
    `${domain} has no DKIM key, so mailboxes can’t tell its emails from forged ones.`,
    `Create a key at your mail provider, and add its record: SELECTOR._domainkey.${domain}. TXT "v=DKIM1; k=rsa; p=..."`,
  );
}

export async function checkDmarc(examination: Examination): Promise<Finding> {
  const domain = senderDomain(examination);
  if (!domain) return noSender;
  const names = [...new Set([domain, parse(domain).domain ?? domain])];
  let record: string | undefined;
  for (const name of names) {
    const { texts, code } = await readText(examination.dns, `_dmarc.${name}`);
    if (!isAbsent(code)) return unknown(`_dmarc.${name}`, code!);
    record ??= texts.find((text) => /^v=DMARC1\s*(;|$)/i.test(text));
  }
  const fix = `_dmarc.${names.at(-1)}. TXT "v=DMARC1; p=none; rua=mailto:${examination.config.SUPPORT_EMAIL}"`;
  if (record === undefined)
    return warning(`${domain} has no DMARC record, which Gmail and Yahoo ask of those who send much.`, fix);
  const policy = /;\s*p=(\w+)/i.exec(record)?.[1]?.toLowerCase();
  return policy && ['none', 'quarantine', 'reject'].includes(policy)
    ? ok(`${domain} has a DMARC record (${policy}).`)
    : error(`The DMARC record of ${domain} has no valid policy.`, fix);
}
