import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isOpen } from '#server/base/http/guards.ts';
import { describeApi } from '#server/base/http/openapi/openapi.ts';
import { allRoutes } from '#server/routes.ts';
import { testApp, type TestApp } from '../app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.stop());

/** Encoded as they appear in a URL. */
const odd: Record<string, string> = {
  '5,000 letters': 'a'.repeat(5_000),
  '5,000 percent signs': '%25'.repeat(5_000),
  NUL: '%00',
  'NUL within': 'a%00b',
  'bad UTF-8': '%ff',
  'half a character': '%e2%82',
  'a lone surrogate': '%ed%a0%80',
  'a broken escape': '%zz',
  'percent sign': '%25',
  underscore: '_',
  apostrophe: "'",
  quote: '%22',
  backslash: '%5c',
  injection: "'%3b%20drop%20table%20dentists%3b%20--",
  'minus one': '-1',
  '1e3': '1e3',
  'more than an integer': '99999999999',
  'more than a bigint': '9'.repeat(30),
  'two thousand million': '2147483648',
  'not a number': 'NaN',
  nothing: '',
};

interface Parameter {
  name: string;
  in: 'path' | 'query';
}
const visitors = allRoutes.filter(({ endpoint, guard }) => endpoint.method === 'GET' && isOpen(guard));
const { paths } = describeApi(visitors, 'http://x') as { paths: Record<string, { get: { parameters: Parameter[] } }> };

/** Uses node:http because fetch would normalize the URL. */
const get = (path: string): Promise<{ status: number; text: string; time: number }> =>
  new Promise((done, fail) => {
    const { port } = new URL(app.url);
    const started = performance.now();
    request({ host: '127.0.0.1', port, path }, (res) => {
      let text = '';
      res.setEncoding('utf8');
      res.on('data', (part: string) => (text += part));
      res.on('end', () => done({ status: res.statusCode!, text, time: performance.now() - started }));
    })
      .on('error', fail)
      .end();
  });

const addresses: [string, string][] = Object.entries(paths).flatMap(([path, { get: call }]) => {
  const plain = (name: string): string => (name === 'id' ? '1' : 'x');
  const fill = (changed: string, value: string): string =>
    path.replace(/\{(\w+)\}/g, (_, name: string) => (name === changed ? value : plain(name)));
  return call.parameters.flatMap((one) =>
    Object.entries(odd).map(([title, value]): [string, string] => [
      `${path} ${one.name}: ${title}`,
      one.in === 'path' ? fill(one.name, value) : `${fill('', '')}?${one.name}=${value}`,
    ]),
  );
});

test('every public call answers odd values in each of its parameters clearly', { timeout: 120_000 }, async () => {
  expect(addresses.length).toBeGreaterThan(300);
  const wrong: string[] = [];
  for (const [title, path] of addresses) {
    let answer = await get(path);
    // A retry separates slow queries from a busy machine.
    for (let again = 0; again < 3 && answer.time >= 200; again++) answer = await get(path);
    const { status, text, time } = answer;
    if (time >= 200) wrong.push(`${title}: ${Math.round(time)} ms`);
    if (status === 200 || status === 204 || (status >= 300 && status < 400)) continue;
    if (status >= 400 && status < 500 && (status === 431 || /"message":"(?:[^"\\]|\\.){8,}"/.test(text))) continue;
    wrong.push(`${title}: ${status} ${text.slice(0, 100)}`);
  }
  expect(wrong).toEqual([]);
});
