import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkEndpoint, postJson } from './outbound.ts';
import { json, testProvider, type TestProvider } from '#server/test/doubles/ai-provider.ts';

let provider: TestProvider;
beforeAll(async () => {
  provider = await testProvider((req, res) => {
    if (req.url === '/redirect') res.writeHead(302, { Location: `${provider.url}/secret` }).end();
    else if (req.url === '/huge') {
      res.writeHead(200);
      const pour = () => {
        while (res.write(Buffer.alloc(65_536)));
        res.once('drain', pour);
      };
      pour();
    } else if (req.url === '/drip') {
      res.writeHead(200).write('{');
      const drip = setInterval(() => res.write(' '), 50);
      res.on('close', () => clearInterval(drip));
    } else json(res, { ok: true });
  });
});
afterAll(() => provider.stop());

const strict = { allowLoopback: false };
const local = { allowLoopback: true };
const post = (url: string, rules: Parameters<typeof postJson>[3]) => postJson(url, {}, { a: 1 }, rules);

describe('endpoints in private networks', () => {
  it.each([
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0177.0.0.1/',
    'https://0.0.0.0/',
    'https://[::1]/',
    'https://[::]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://[fe80::1]/',
    'https://[fd00::1]/',
    'https://169.254.169.254/latest/meta-data',
    'https://10.0.0.1/',
    'https://172.16.0.1/',
    'https://192.168.1.1/',
    'https://100.64.0.1/',
    'https://localhost/',
    'https://localhost./',
    'https://foo.localhost/',
    'https://metadata.google.internal/',
    'https://printer.local/',
    'https://intranet/',
    'http://example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'https://user:pass@example.com/',
    'not a url',
  ])('%s is refused without a connection', async (url) => {
    expect(() => checkEndpoint(url, strict)).toThrow();
    const resolve = () => Promise.reject(new Error('nothing was to be looked up'));
    await expect(post(url, { ...strict, resolve })).rejects.toThrow(/https:\/\/|private network|user name/);
  });

  it('refuses a name if any of its addresses is private', async () => {
    const before = provider.connections;
    const port = new URL(provider.url).port;
    for (const addresses of [['127.0.0.1'], ['93.184.216.34', '10.0.0.8'], ['::1'], ['169.254.169.254']]) {
      const resolve = async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
      await expect(post(`https://api.example.com:${port}/`, { ...strict, resolve })).rejects.toThrow(/private network/);
    }
    expect(provider.connections).toBe(before);
  });

  it('resolves the name once and connects to the checked address', async () => {
    let lookups = 0;
    const resolve = async () => {
      lookups++;
      return [{ address: lookups === 1 ? '203.0.114.1' : '127.0.0.1', family: 4 }];
    };
    const before = provider.connections;
    const port = new URL(provider.url).port;
    const rules = { ...strict, resolve, timeoutMs: 400 };
    await expect(post(`https://rebind.example.com:${port}/`, rules)).rejects.toThrow(/reached|did not answer/);
    expect([lookups, provider.connections]).toEqual([1, before]);
  });

  it('reaches this machine only with the development setting', async () => {
    expect(await post(`${provider.url}/`, local)).toEqual({ status: 200, text: '{"ok":true}' });
    await expect(post(`${provider.url}/`, strict)).rejects.toThrow('https://');
    await expect(post('https://10.0.0.1/', local)).rejects.toThrow('private network');
  });
});

describe('responses', () => {
  it('are not followed if they are redirects', async () => {
    const before = provider.calls.length;
    await expect(post(`${provider.url}/redirect`, local)).rejects.toThrow('redirect');
    expect(provider.calls.length - before).toBe(1);
  });
  it('are aborted if they are too large or too slow in total', async () => {
    await expect(post(`${provider.url}/huge`, { ...local, maxBytes: 200_000 })).rejects.toThrow('too large');
    await expect(post(`${provider.url}/drip`, { ...local, timeoutMs: 300 })).rejects.toThrow('did not answer within');
  });
});
