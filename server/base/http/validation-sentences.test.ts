import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeApi } from '#server/base/http/openapi/openapi.ts';
import { allRoutes } from '#server/routes.ts';
import { testApp, type TestApp } from '#server/test/app.ts';

type Json = Record<string, unknown>;

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ env: { LIMIT_LOGIN: '100000/60', LIMIT_REGISTER: '100000/60', LIMIT_CONTACT: '100000/60' } });
});
afterAll(() => app.stop());

const choicesOf = (schema: Json): Json[] => [schema.anyOf, schema.oneOf, schema.allOf].flat().filter(Boolean) as Json[];

/** The properties of an object schema, or of the first choice that is an object. */
function propertiesOf(schema: Json | undefined): Record<string, Json> | undefined {
  if (!schema) return undefined;
  if (schema.properties) return schema.properties as Record<string, Json>;
  return choicesOf(schema)
    .map(propertiesOf)
    .find((properties) => properties !== undefined);
}

/** A value of another type. */
function wrongValueOf(schema: Json): unknown {
  const types = new Set([schema, ...choicesOf(schema)].map(({ type }) => type));
  if (types.has('object') || types.has('array')) return 'wrong';
  if (types.has('string')) return types.has('boolean') ? 7 : { wrong: true };
  return 'wrong';
}

/** An object with the right nesting, in which every leaf and every item of a list has a wrong type. */
function wrongLeavesOf(properties: Record<string, Json>): Json {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const nested = propertiesOf(schema);
      if (nested) return [name, wrongLeavesOf(nested)];
      const list = [schema, ...choicesOf(schema)].find(({ type }) => type === 'array');
      return [name, list ? [wrongValueOf(list.items as Json)] : wrongValueOf(schema)];
    }),
  );
}

interface WriteCall {
  call: string;
  bodies: Record<string, unknown>;
}

function findWriteCalls(): WriteCall[] {
  const { paths } = describeApi(allRoutes, 'http://x') as { paths: Record<string, Record<string, Json>> };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const content = (operation.requestBody as { content: Record<string, { schema?: Json }> } | undefined)?.content;
      const properties = propertiesOf(content?.['application/json']?.schema);
      if (method === 'get' || !properties) return [];
      const wrong = Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, wrongValueOf(one)]));
      const nothing = Object.fromEntries(Object.keys(properties).map((name) => [name, null]));
      return {
        call: `${method.toUpperCase()} ${path}`,
        bodies: { empty: {}, null: 'null', list: '[]', wrong, leaves: wrongLeavesOf(properties), nothing },
      };
    }),
  );
}

const validatorWords =
  /invalid (?:input|option|type|value)|\b(?:expected|received|undefined|NaN|null|nullish|string|boolean|too (?:big|small))\b|\[object/i;
/** A field's name as programs spell it. */
const camelCase = /\b[a-z]+[A-Z]\w*/;
const isForeign = (sentence: string) => validatorWords.test(sentence) || camelCase.test(sentence);

const calls = findWriteCalls();
const payingAdmin = { role: 'admin', subscriptionPlan: 'professional', subscriptionStatus: 'active' } as const;

describe('the sentences of refused requests', () => {
  it('are checked for every documented call with a body', () => {
    expect(calls.length).toBeGreaterThan(55);
  });

  it.each(calls.map(({ call, bodies }) => [call, bodies] as const))('%s uses words of people', async (call, bodies) => {
    const { token } = await app.signIn(payingAdmin);
    const [method, path] = call.split(' ') as [string, string];
    const url = path
      .replace('{topicId}', 'teeth-whitening')
      .replace('{sha256}', 'a'.repeat(64))
      .replaceAll(/\{\w+\}/g, '1');
    const statuses: Record<string, number> = {};
    const foreign: string[] = [];
    for (const [name, body] of Object.entries(bodies)) {
      const answer = await app.call(method, url, { token, body });
      statuses[name] = answer.status;
      if (answer.status < 400) continue;
      const { message, fields = {} } = answer.body as { message: string; fields?: Record<string, string> };
      for (const sentence of [message, ...Object.values(fields)])
        if (typeof sentence !== 'string' || isForeign(sentence)) foreign.push(`${name}: ${String(sentence)}`);
    }
    expect(foreign).toEqual([]);
    // This server has no Stripe, which is asked about prices.
    if (call !== 'PUT /api/admin/plan-prices') expect(Math.max(...Object.values(statuses))).toBeLessThan(500);
    expect(statuses.wrong).toBe(400);
  });

  it.each([
    ['/api/practices', { name: 'Elm Dental', phone: 7 }, { phone: 'Phone must be text' }],
    ['/api/contact', {}, { name: 'Name is required', email: 'Email is required', subject: 'Subject is required' }],
    [
      '/api/dentists',
      { name: 'Dr. Ann', mondayHours: 9, acceptsInsurance: 'maybe', serviceIds: [1, 'x'] },
      {
        mondayHours: 'Hours for Monday must be text',
        acceptsInsurance: 'Accepts insurance must be true or false',
        'serviceIds.1': 'Item 2 of Services must be a number',
      },
    ],
    [
      '/api/dentists',
      { dentist: { name: 'Dr. Ann' }, practice: { name: 'Elm Dental' }, serviceIds: [1] },
      { 'practice.phone': 'Practice phone is required', 'dentist.specialty': 'Specialty is required' },
    ],
    [
      '/api/dentists/1/claim-request',
      {},
      {
        requestorName: 'Name is required',
        requestorEmail: 'Valid email is required',
        requestorPhone: 'Valid phone number is required',
        relationshipToPractice: 'Please select your relationship to the practice',
      },
    ],
    ['/api/admin/articles', { readTime: 0 }, { title: 'Title is required', readTime: 'Read time must be at least 1' }],
    [
      '/api/admin/claim-requests/bulk',
      { ids: [1], status: 'maybe' },
      { status: 'Status must be one of approved or rejected' },
    ],
  ])('%s with %o names the fields by their labels', async (path, body, expectedFields) => {
    const { token } = await app.signIn(payingAdmin);
    const answer = await app.post(path, body, { token });
    const { fields } = answer.body as { fields: Record<string, string> };
    expect({ status: answer.status, fields }).toMatchObject({ status: 400, fields: expectedFields });
  });

  it('refuses unknown ids and repeated parameters in the same words', async () => {
    const unknown = await app.get('/api/dentists/abc');
    expect(unknown.body).toMatchObject({ message: 'This is not a valid id.' });
    const repeated = await app.get('/api/dentists/search?name=a&name=b');
    expect(repeated).toMatchObject({ status: 400, body: { message: 'Name must be text' } });
  });
});
