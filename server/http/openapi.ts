import { z } from 'zod';
import { errorBody } from '#contract/endpoint.ts';
import { getCookieName } from './authenticate.ts';
import type { Route } from './serve.ts';

type Json = Record<string, unknown>;
const toJsonSchema = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { target: 'openapi-3.0', io, unrepresentable: 'any' }) as Json;
  return json;
};
const isEmpty = (json: Json) => Object.keys(json).length === 0;

function parametersOf(schema: z.ZodType, where: 'path' | 'query'): Json[] {
  const json = toJsonSchema(schema, 'input');
  const required = new Set((json.required as string[] | undefined) ?? []);
  return Object.entries((json.properties as Json | undefined) ?? {}).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || required.has(name),
    schema: property,
  }));
}

const COMMON: Record<string, string> = {
  400: 'The request is not valid',
  429: 'Too many requests',
  503: 'Busy, or the database is unreachable',
};

/** Describes the API from the same list of routes that serves it. */
export function describeApi(routes: Route[], publicUrl: string): Json {
  const paths: Record<string, Json> = {};
  for (const { endpoint, guard } of routes) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    const body = toJsonSchema(endpoint.bodyShown, 'input');
    const reply = toJsonSchema(endpoint.reply, 'output');
    const errors = { ...COMMON } as Record<string, string>;
    if (guard.name !== 'anyone') Object.assign(errors, { 401: 'Not signed in' });
    if (guard.name.startsWith('admin'))
      Object.assign(errors, { 403: 'Not an admin, or a role without this permission' });
    for (const [code, status] of Object.entries(endpoint.errors)) errors[status] = code;
    const content = endpoint.streams ? { [endpoint.streams]: {} } : { 'application/json': { schema: reply } };
    (paths[path] ??= {})[endpoint.method.toLowerCase()] = {
      summary: endpoint.summary,
      description: `Guard: ${guard.name}.`,
      tags: [endpoint.path.split('/')[2] ?? 'site'],
      parameters: [...parametersOf(endpoint.params, 'path'), ...parametersOf(endpoint.query, 'query')],
      ...(endpoint.rawBody
        ? { requestBody: { content: { [endpoint.rawBody]: {} } } }
        : isEmpty(body)
          ? {}
          : { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
      responses: {
        200: { description: 'OK', content },
        ...Object.fromEntries(
          Object.entries(errors).map(([status, description]) => [
            status,
            { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } },
          ]),
        ),
      },
      ...(guard.name === 'anyone' ? {} : { security: [{ bearer: [] }, { cookie: [] }] }),
    };
  }
  return {
    openapi: '3.0.3',
    info: { title: 'Enamel', version: '1', description: 'The API of the Enamel website and admin console.' },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      schemas: { Error: toJsonSchema(errorBody, 'output') },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        cookie: { type: 'apiKey', in: 'cookie', name: getCookieName(publicUrl) },
      },
    },
  };
}
