import { z } from 'zod';
import { errorBody, type AnyEndpoint } from '#contract/endpoint.ts';
import { scopeOf } from '#shared/accounts/api-calls.ts';
import { apiScopes, scopeLabels } from '#shared/accounts/api-scopes.ts';
import { DEFAULT_BRAND } from '#shared/site-settings.ts';
import { getCookieName } from '../callers/authenticate.ts';
import type { Route } from '../serve.ts';

type Json = Record<string, unknown>;
const toJsonSchema = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    target: 'openapi-3.0',
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (isTime(zodSchema)) Object.assign(jsonSchema, { type: 'string', format: 'date-time' });
      nameRecordKeys(jsonSchema);
      moveNullable(jsonSchema);
    },
  }) as Json;
  return json;
};

/** True for a date, and for a date that a transform turns into text. JSON has only the text. */
function isTime(schema: z.core.$ZodType): boolean {
  if (schema instanceof z.ZodDate) return true;
  if (!(schema instanceof z.ZodPipe && schema.def.out instanceof z.ZodTransform)) return false;
  const { in: source } = schema.def;
  return source instanceof z.ZodUnion ? source.def.options.some(isTime) : isTime(source);
}

/** Lists the keys of a record with fixed keys as properties, because OpenAPI 3.0 has no `propertyNames`. */
function nameRecordKeys(json: Json): void {
  const { required, properties, additionalProperties } = json;
  if (!Array.isArray(required) || properties || typeof additionalProperties !== 'object') return;
  json.properties = Object.fromEntries((required as string[]).map((key) => [key, additionalProperties]));
  json.additionalProperties = false;
}

/** OpenAPI 3.0 allows `nullable` only next to a type. Without one, each choice needs it, and any value includes null. */
function moveNullable(json: Json): void {
  if (!json.nullable || json.type) return;
  delete json.nullable;
  for (const choice of (json.anyOf ?? []) as Json[]) if (choice.type) choice.nullable = true;
}

/** `getUserDentistsById` for GET /api/user/dentists/:id. Follows from the path, which never changes. */
const operationIdOf = ({ method, path }: Pick<AnyEndpoint, 'method' | 'path'>): string =>
  path
    .replace(/^\/api\//, '/')
    .split(/[^\w:]+/)
    .filter(Boolean)
    .reduce((id, part) => {
      const word = part.replace(':', '');
      return `${id}${part.startsWith(':') ? 'By' : ''}${word.charAt(0).toUpperCase()}${word.slice(1)}`;
    }, method.toLowerCase());
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
export function describeApi(routes: Route[], publicUrl: string, brand = DEFAULT_BRAND): Json {
  const paths: Record<string, Json> = {};
  for (const { endpoint, guard } of routes) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    const body = toJsonSchema(endpoint.bodyShown, 'input');
    const reply = toJsonSchema(endpoint.reply, 'output');
    const errors = { ...COMMON } as Record<string, string>;
    if (guard.name !== 'anyone') Object.assign(errors, { 401: 'Not signed in' });
    if (guard.name.startsWith('admin'))
      Object.assign(errors, { 403: 'Not an admin, or a role without this permission' });
    const scope = scopeOf.get(`${endpoint.method} ${endpoint.path}`);
    if (scope) errors[403] ??= 'The API key doesn’t have the scope of this call';
    for (const [code, status] of Object.entries(endpoint.errors)) errors[status] = code;
    const isJson = !endpoint.streams || endpoint.streams.includes('json');
    const content = { [endpoint.streams ?? 'application/json']: isJson ? { schema: reply } : {} };
    (paths[path] ??= {})[endpoint.method.toLowerCase()] = {
      operationId: operationIdOf(endpoint),
      summary: endpoint.summary,
      description: `Guard: ${guard.name}.${scope ? ` API key scope: ${scope}.` : ''}`,
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
      // The empty requirement means that a login is optional.
      security: [
        ...(guard.name === 'anyone' ? [{}] : []),
        { bearer: [] },
        { cookie: [] },
        ...(scope ? [{ apiKey: [] }] : []),
      ],
      ...(scope ? { 'x-scope': scope } : {}),
    };
  }
  return {
    openapi: '3.0.3',
    info: {
      title: brand,
      version: '1',
      description: `The API of the ${brand} website and admin console.`,
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      schemas: { Error: toJsonSchema(errorBody, 'output') },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The token of a login.' },
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'enk_…',
          description: `A key from the account page. Its scopes are ${apiScopes
            .map((scope) => `\`${scope}\` (${scopeLabels[scope].label})`)
            .join(', ')}. Each reply has RateLimit headers.`,
        },
        cookie: { type: 'apiKey', in: 'cookie', name: getCookieName(publicUrl) },
      },
    },
  };
}
