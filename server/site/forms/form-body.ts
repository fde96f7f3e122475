import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import { CALL_FIELD } from '#shared/posted-form.ts';

type Fields = Record<string, string | string[] | undefined>;
type Properties = Record<string, { type?: string }>;

const propertiesByEndpoint = new WeakMap<AnyEndpoint, Properties>();

/** The fields of a call's body as a JSON schema, which says which of them are lists or booleans. */
function propertiesOf(endpoint: AnyEndpoint): Properties {
  let properties = propertiesByEndpoint.get(endpoint);
  if (!properties) {
    const schema = z.toJSONSchema(endpoint.bodyShown, { io: 'input', unrepresentable: 'any' });
    propertiesByEndpoint.set(endpoint, (properties = (schema.properties ?? {}) as Properties));
  }
  return properties;
}

export const hasHumanCheck = (endpoint: AnyEndpoint): boolean => 'humanCheck' in propertiesOf(endpoint);

const first = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);

function convert(type: string | undefined, value: string | string[] | undefined): unknown {
  if (type === 'array') return value === undefined ? [] : [value].flat();
  const text = first(value);
  if (type === 'boolean') return text === undefined ? undefined : text === 'true' || text === 'on';
  return text;
}

/** The body of a call from the fields of a form. `sender` is the network and the ten minutes it comes from. */
export function toBody(endpoint: AnyEndpoint, fields: Fields, sender: string): Record<string, unknown> {
  const properties = propertiesOf(endpoint);
  const body: Record<string, unknown> = {};
  for (const [name, { type }] of Object.entries(properties)) {
    const value = convert(type, fields[name]);
    if (value !== undefined) body[name] = value;
  }
  // A script chooses the key that makes a repeated request the same one. Without it, equal forms of a sender are the same.
  if ('key' in properties) body['key'] ??= toUuid(JSON.stringify([sender, fields]));
  return body;
}

const toUuid = (text: string): string =>
  createHash('sha256')
    .update(text)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, '$1-$2-4$3-8$4-$5');

const SECRETS = new Set(['password', 'currentPassword', 'newPassword', 'code', 'pin', 'humanCheck', 'key', CALL_FIELD]);

export const withoutSecrets = (body: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !SECRETS.has(name)));
