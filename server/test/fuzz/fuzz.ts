import { connect } from 'node:net';
import type { Express } from 'express';
import fc from 'fast-check';
import type { Knex } from 'knex';
import { describeApi } from '#server/base/http/openapi/openapi.ts';
import { allRoutes } from '#server/routes.ts';
import { signInOn, type CallOptions, type TestApp } from '../app.ts';

type Json = Record<string, unknown>;
interface Operation {
  method: string;
  path: string;
  parameters: { name: string; in: string; schema?: Json }[];
  body: Json | undefined;
}

/**
 * The paths and methods of every route that the app mounts, so that a new route is covered: those of the API, which are
 * mounted in groups, and those found in the router.
 */
function discoverRoutes(app: Express): { method: string; path: string }[] {
  interface Layer {
    route?: { path: string | RegExp | string[]; methods: Record<string, boolean> };
    handle: { stack?: Layer[] };
  }
  const walk = (layers: readonly Layer[]): { method: string; path: string }[] =>
    layers.flatMap(({ route, handle }) =>
      route
        ? Object.keys(route.methods).flatMap((method) =>
            [route.path]
              .flat()
              .flatMap((path) => (path instanceof RegExp ? [] : { method: method.toUpperCase(), path })),
          )
        : walk(handle.stack ?? []),
    );
  const apiRoutes = allRoutes.map(({ endpoint: { method, path } }) => ({ method: method as string, path }));
  return [...apiRoutes, ...walk((app.router as unknown as { stack: Layer[] }).stack)];
}

/** Describes the discovered routes by their schemas in OpenAPI, if they have any. Pages have paths of up to four parts. */
export function describeOperations(app: Express): Operation[] {
  const { paths } = describeApi(allRoutes, 'http://x') as { paths: Record<string, Record<string, Json>> };
  const discovered = discoverRoutes(app).map(({ method, path: pattern }): Operation => {
    const path = pattern.replace(/:(\w+)/g, '{$1}');
    const description = paths[path]?.[method.toLowerCase()];
    const content = (description?.requestBody as { content: Record<string, { schema?: Json }> } | undefined)?.content;
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ name: name!, in: 'path' }));
    const parameters = (description?.parameters as Operation['parameters'] | undefined) ?? names;
    return { method, path, parameters, body: content?.['application/json']?.schema };
  });
  const pages = [1, 2, 3, 4].map((depth): Operation => {
    const parts = Array.from({ length: depth }, (_, index) => `segment${index}`);
    const parameters = parts.map((name) => ({ name, in: 'path', schema: { enum: pageSegments } }));
    return { method: 'GET', path: parts.map((name) => `/{${name}}`).join(''), parameters, body: undefined };
  });
  // Pictures of pages have a regular expression for a route, which the router doesn't decode.
  const pictures = pages.map((page): Operation => ({ ...page, path: `/social${page.path}.png` }));
  return [...discovered, ...pages, ...pictures];
}
const pageSegments = ['profile', 'texas', 'austin', 'dentist', 'whitening', 'topics', 'compare', 'auth', 'dashboard', 'admin', 'pricing', 'assets', '1', 'ann-poe']; // prettier-ignore

const nasty = fc.constantFrom<unknown>(
  '', '\0', '%', '_', "'", '"', '\\', '-1', '1e3', '99999999999', 'NaN', '../..', '\ud800', '👩🏽‍⚕️', '<script>', '${7*7}', '%00', '%ff',
  'a'.repeat(5000), 'null', 'true', '0', '2147483648', '1 or 1=1', -1, 1e3, 99_999_999_999, 0.5, null, true, [], {}, [[]], '__proto__',
  { __proto__: 1 }, '2026-13-45', '2026-02-30T25:61:00Z', 'javascript:alert(1)', Number.MAX_SAFE_INTEGER,
); // prettier-ignore

/** Mostly valid values for the schema, with an occasional value of a wrong type. */
function valueOf(schema: Json | undefined, depth = 0): fc.Arbitrary<unknown> {
  const good = (): fc.Arbitrary<unknown> => {
    if (!schema || depth > 5) return fc.anything({ maxDepth: 1, withNullPrototype: false });
    const options = (schema.anyOf ?? schema.oneOf ?? schema.allOf) as Json[] | undefined;
    if (options?.length) return fc.oneof(...options.map((one) => valueOf(one, depth + 1)));
    if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as unknown[]));
    switch (schema.type) {
      case 'object': {
        const properties = Object.entries((schema.properties as Record<string, Json> | undefined) ?? {});
        return fc.record(Object.fromEntries(properties.map(([name, one]) => [name, valueOf(one, depth + 1)])), {
          requiredKeys: [],
        });
      }
      case 'array':
        return fc.array(valueOf(schema.items as Json, depth + 1), { maxLength: 4 });
      case 'integer':
        return fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer());
      case 'number':
        return fc.double();
      case 'boolean':
        return fc.boolean();
      default:
        if (schema.format === 'email') return fc.emailAddress();
        if (schema.format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
        if (schema.format === 'uuid') return fc.uuid();
        return fc.oneof(
          fc.string({ maxLength: 30 }),
          fc.integer({ min: 0, max: 50 }).map(String),
          fc.string({ unit: 'binary', maxLength: 20 }),
        );
    }
  };
  return fc.oneof({ weight: 5, arbitrary: good() }, { weight: 1, arbitrary: nasty });
}

interface Shot {
  method: string;
  path: string;
  body: unknown;
}

function shots(operations: readonly Operation[]): fc.Arbitrary<Shot> {
  const each = operations.map((op) => {
    const params = Object.fromEntries(
      op.parameters.map((one) => [
        `${one.in} ${one.name}`,
        one.in === 'path' && one.name === 'id' ? fc.oneof(fc.integer({ min: 1, max: 40 }), nasty) : valueOf(one.schema),
      ]),
    );
    return fc
      .record({
        params: fc.record(params, {
          requiredKeys: op.parameters.filter((p) => p.in === 'path').map((p) => `path ${p.name}`),
        }),
        body: op.body ? valueOf(op.body) : fc.constant(undefined),
      })
      .map(({ params, body }): Shot => {
        const text = (value: unknown) =>
          encodeURIComponent(
            (typeof value === 'object' ? JSON.stringify(value) : String(value)).replace(/\p{Surrogate}/gu, '?'),
          );
        const path = op.path.replace(/\{(\w+)\}/g, (_, name: string) => text(params[`path ${name}`]) || 'x');
        const query = Object.entries(params).flatMap(([key, value]) =>
          key.startsWith('query ') ? [`${key.slice(6)}=${text(value)}`] : [],
        );
        return { method: op.method, path: query.length > 0 ? `${path}?${query.join('&')}` : path, body };
      });
  });
  return fc.oneof(...each);
}

/** Results of a run of generated requests. */
interface Fired {
  faults: string[];
  statuses: Record<number, number>;
}

/** Creates a visitor, a user, two paying owners, one whose payment lapsed, and an administrator. */
async function cast(db: Knex): Promise<(string | undefined)[]> {
  const at = new Date();
  // Resets security settings that a generated request may have changed: mandatory two-factor and a short idle timeout.
  await db('systemSettings').whereIn('name', ['admin_two_factor_required', 'session_timeout_minutes']).delete();
  const user = await signInOn(db, at);
  const paying = { subscriptionPlan: 'pro_max', subscriptionStatus: 'active' };
  const owners = [
    await signInOn(db, at, paying),
    await signInOn(db, at, paying),
    await signInOn(db, at, { subscriptionPlan: 'pro_max', subscriptionStatus: 'canceled' }),
  ];
  for (const { userId } of owners)
    await db('dentists').insert({ name: 'Dr. Fuzz', city: 'Boston', state: 'MA', userId });
  const admin = await signInOn(db, at, { role: 'admin' });
  return [undefined, user.token, ...owners.map(({ token }) => token), admin.token];
}

/** A 503 or 507 that the server decided on says so in a sentence. */
function isDeliberate({ status, body }: { status: number; body: unknown }): boolean {
  const refusal = body as { error?: unknown; message?: unknown } | null;
  return (
    (status === 503 || status === 507) && typeof refusal?.error === 'string' && typeof refusal.message === 'string'
  );
}

/** Sends generated requests in all roles and records every response that is a server fault. */
export async function fire(
  { call, db, operations }: { call: TestApp['call']; db: Knex; operations: readonly Operation[] },
  count: number,
  seed: number,
): Promise<Fired> {
  const faults: string[] = [];
  const statuses: Record<number, number> = {};
  const all = fc.sample(shots(operations), { numRuns: count, seed });
  let tokens: (string | undefined)[] = [];
  // Requests sign out, delete accounts, and change settings, so the accounts are recreated regularly.
  for (let from = 0; from < all.length; from += 120) {
    tokens = await cast(db);
    const next = all.slice(from, from + 120).entries();
    const worker = async () => {
      for (const [index, { method, path, body }] of next) {
        const options: CallOptions = {
          token: tokens[index % tokens.length],
          body: body === undefined ? undefined : JSON.stringify(body),
        };
        const answer = await call(method, path, options);
        const { status, text } = answer;
        statuses[status] = (statuses[status] ?? 0) + 1;
        if (status >= 500 && !isDeliberate(answer))
          faults.push(
            `${method} ${path.slice(0, 200)} ${JSON.stringify(body)?.slice(0, 300)} -> ${status} ${text.slice(0, 200)}`,
          );
      }
    };
    await Promise.all(Array.from({ length: 8 }, worker));
  }
  return { faults, statuses };
}

const garbage = (seed: number): fc.Arbitrary<Buffer> => {
  const raw = fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes));
  const lines = fc
    .tuple(
      fc.constantFrom('GET', 'POST', 'PUT', 'FOO', '', 'get', 'GET\0', 'PRI'),
      fc.constantFrom('/', '/api/dentists?page=%', '/api/%ff', '/%', '//', '*', 'http://[', '/api/../..', `/${'a'.repeat(9000)}`, '/api/contact'),
      fc.constantFrom('HTTP/1.1', 'HTTP/1.0', 'HTTP/9', ''),
      fc.array(fc.constantFrom('Host: x', 'Content-Length: -1', 'Content-Length: 5', 'Transfer-Encoding: chunked', 'Content-Type: application/json', 'Authorization: Bearer \xff', 'Cookie: =;;=', 'X: \0', 'Expect: 100-continue', 'Content-Encoding: gzip'), { maxLength: 5 }),
      fc.constantFrom('', '{', '5\r\nhello\r\n0\r\n\r\n', 'zz\r\n', '\0\0', '[]'),
    )
    .map(([method, path, version, headers, body]) => Buffer.from(`${method} ${path} ${version}\r\n${headers.join('\r\n')}\r\n\r\n${body}`, 'latin1'));
  return seed % 2 ? raw : fc.oneof(raw, { weight: 4, arbitrary: lines });
}; // prettier-ignore

/** Sends invalid and almost valid HTTP. Returns the first lines of faulty responses. */
export async function fireRaw(port: number, count: number, seed: number): Promise<string[]> {
  const faults: string[] = [];
  const next = fc.sample(garbage(0), { numRuns: count, seed }).values();
  const worker = async () => {
    for (const bytes of next) {
      const answer = await new Promise<string>((done) => {
        let text = '';
        const socket = connect(port, '127.0.0.1', () => socket.end(bytes));
        socket.setTimeout(1_500, () => socket.destroy());
        socket.on('data', (part) => void (text += part.toString('latin1')));
        socket.on('error', () => {});
        socket.on('close', () => done(text));
      });
      const status = Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0);
      if (status >= 500 && status !== 505)
        faults.push(`${bytes.toString('latin1').slice(0, 120)} -> ${answer.slice(0, 200)}`);
    }
  };
  await Promise.all(Array.from({ length: 10 }, worker));
  return faults;
}
