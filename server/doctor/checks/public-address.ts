import { isLoopback } from '#server/articles/addresses.ts';
import { describeDuration, error, NotChecked, ok, skipped, warning, combine, type Finding } from '../finding.ts';
import { readCertificate } from '../public-request.ts';
import type { Examination } from '../surroundings.ts';

const DAY_MS = 86_400_000;

export async function checkAddress({ config, publicReply }: Examination): Promise<Finding> {
  if (config.PUBLIC_URL === undefined)
    return config.production
      ? error('PUBLIC_URL isn’t set.', 'Set PUBLIC_URL=https://your-domain.com')
      : skipped('PUBLIC_URL isn’t set.');
  const url = new URL(config.PUBLIC_URL);
  if (config.production && url.protocol === 'http:' && url.hostname !== 'localhost' && !isLoopback(url.hostname))
    return error(
      `${config.PUBLIC_URL} isn’t encrypted, so passwords can be read on the way.`,
      `Turn on TLS in the proxy, and set PUBLIC_URL=https://${url.host}`,
    );
  let reply;
  try {
    reply = await publicReply();
  } catch (problem) {
    return error(
      `${config.PUBLIC_URL} can’t be reached from here (${reasonOf(problem)}).`,
      `curl -v ${config.PUBLIC_URL}/healthz\nStart the server and the proxy, or correct PUBLIC_URL or the domain’s DNS records.`,
    );
  }
  if (reply.status >= 300 && reply.status < 400 && reply.location) {
    const target = new URL(reply.location, url).href.replace(/\/healthz$/, '');
    return error(`${config.PUBLIC_URL} redirects to ${target}.`, `Set PUBLIC_URL=${target}`);
  }
  if (reply.status !== 200)
    return error(
      `${config.PUBLIC_URL}/healthz answered ${reply.status}.`,
      `curl -v ${config.PUBLIC_URL}/healthz\nStart the server (sudo systemctl start enamel), or correct the upstream address in the proxy.`,
    );
  if (!reply.probe)
    return error(
      `Another program answers at ${config.PUBLIC_URL}, or a server with another SECRET_KEY.`,
      'Correct PUBLIC_URL or the upstream address in the proxy, and give all servers the same SECRET_KEY.',
    );
  return ok(`This installation answers at ${config.PUBLIC_URL}.`);
}

const reasonOf = (problem: unknown): string => {
  const { name, code, message } = problem as NodeJS.ErrnoException;
  return name === 'TimeoutError' || name === 'AbortError' ? 'it didn’t answer in time' : (code ?? message);
};

export async function checkCertificate({ config, machine }: Examination): Promise<Finding> {
  const url = config.PUBLIC_URL === undefined ? null : new URL(config.PUBLIC_URL);
  if (url?.protocol !== 'https:') return skipped('PUBLIC_URL has no https.');
  const { validTo, problem } = await readCertificate(url).catch((failure: unknown) => {
    throw new NotChecked(`${url.host} doesn’t answer with TLS (${reasonOf(failure)}).`);
  });
  const left = validTo - machine.readTime();
  const renew = 'sudo certbot renew && sudo systemctl reload nginx\nCaddy renews by itself: sudo journalctl -u caddy';
  if (left < 0) return error(`The certificate of ${url.host} expired ${describeDuration(-left)} ago.`, renew);
  if (problem === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return error(`The certificate isn’t for ${url.hostname}.`, `sudo certbot --nginx -d ${url.hostname}`);
  if (problem === 'UNABLE_TO_VERIFY_LEAF_SIGNATURE')
    return error(
      `${url.host} sends its certificate without the intermediate ones.`,
      `Let the proxy send the whole chain: ssl_certificate /etc/letsencrypt/live/${url.hostname}/fullchain.pem;`,
    );
  if (problem !== null)
    return error(
      `Browsers don’t accept the certificate of ${url.host} (${problem}).`,
      `sudo certbot --nginx -d ${url.hostname}`,
    );
  const seen = `The certificate of ${url.host} is valid for ${describeDuration(left)}.`;
  if (left < 3 * DAY_MS) return error(seen, renew);
  return left < 14 * DAY_MS ? warning(seen, renew) : ok(seen);
}

/** Counts the proxies that a request from here passed, as the server saw it. */
export async function checkProxies({ config, publicReply }: Examination): Promise<Finding> {
  const { probe } = await publicReply().catch((problem: unknown) => {
    throw problem instanceof NotChecked ? problem : new NotChecked('PUBLIC_URL doesn’t answer.');
  });
  if (!probe) throw new NotChecked('PUBLIC_URL doesn’t lead to this installation.');
  const { hops, trustedHops, protocol } = probe;
  const problems: Finding[] = [];
  if (hops !== trustedHops)
    problems.push(
      error(
        `A request passed ${describeProxies(hops)}, and TRUST_PROXY is ${trustedHops}: ` +
          (hops > trustedHops
            ? 'all visitors share one address and its limits.'
            : 'visitors can fake their IP addresses.'),
        `Set TRUST_PROXY=${hops}, or let each proxy add to X-Forwarded-For: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;`,
      ),
    );
  if (hops > 0 && config.PUBLIC_URL?.startsWith('https:') && protocol !== 'https')
    problems.push(
      warning(
        `The proxy sends X-Forwarded-Proto ${protocol === null ? 'not at all' : `as ${protocol}`}.`,
        'proxy_set_header X-Forwarded-Proto $scheme;',
      ),
    );
  return combine(problems, ok(`A request passed ${describeProxies(hops)}, as TRUST_PROXY says.`));
}

const describeProxies = (hops: number): string =>
  hops === 0 ? 'no proxy' : `${hops} ${hops === 1 ? 'proxy' : 'proxies'}`;
