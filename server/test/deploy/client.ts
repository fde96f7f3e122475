import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';

interface Reply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** Sends one request over a connection of its own, and trusts the authority of a test. */
export function send(
  url: string,
  options: { method?: string; ca?: string; headers?: Record<string, string>; body?: object; token?: string } = {},
): Promise<Reply> {
  const { method = 'GET', ca, headers, body, token } = options;
  const secure = url.startsWith('https:');
  return new Promise((done, fail) => {
    const sent = (secure ? requestHttps : requestHttp)(
      url,
      {
        method,
        agent: false,
        ...(ca ? { ca } : {}),
        headers: {
          ...(body ? { 'content-type': 'application/json' } : {}),
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...headers,
        },
      },
      (res) => {
        let text = '';
        res.setEncoding('utf8').on('data', (part: string) => (text += part));
        res.on('end', () => done({ status: res.statusCode!, headers: res.headers, text }));
      },
    );
    sent.on('error', fail).end(body ? JSON.stringify(body) : undefined);
  });
}
