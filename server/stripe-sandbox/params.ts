import { StripeError } from './stripe-error.ts';

type Param = string | Param[] | { [key: string]: Param };
export type Params = { [key: string]: Param };

/** Parses Stripe's form encoding, for example `items[0][price]=x` and `expand[]=y`. Numbered keys become arrays. */
export function parseForm(text: string): Params {
  const root: Params = Object.create(null) as Params;
  for (const [path, value] of new URLSearchParams(text)) {
    const steps = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(path);
    if (!steps) throw new StripeError(400, { message: `Invalid parameter name: ${path}`, param: path });
    const keys = [steps[1]!, ...[...steps[2]!.matchAll(/\[([^[\]]*)\]/g)].map(([, key]) => key!)];
    if (keys.length > 8) throw new StripeError(400, { message: 'Parameters are nested too deeply.', param: keys[0]! });
    let at: Params = root;
    keys.forEach((key, depth) => {
      const name = key === '' ? String(Object.keys(at).length) : key;
      if (depth === keys.length - 1) at[name] = value;
      else {
        if (typeof at[name] !== 'object') at[name] = Object.create(null) as Params;
        at = at[name] as Params;
      }
    });
  }
  return toArrays(root) as Params;
}

function toArrays(value: Param): Param {
  if (typeof value !== 'object' || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, toArrays(inner)] as const);
  if (entries.length > 0 && entries.every(([key]) => /^\d+$/.test(key))) return entries.map(([, inner]) => inner);
  return Object.fromEntries(entries);
}

export const optionalText = (params: Params, name: string): string | undefined => {
  const value = params[name];
  return typeof value === 'string' ? value : undefined;
};
export const requireText = (params: Params, name: string): string => {
  const value = optionalText(params, name);
  if (!value)
    throw new StripeError(400, { message: `Missing required param: ${name}.`, code: 'parameter_missing', param: name });
  return value;
};
export const optionalInt = (params: Params, name: string): number | undefined => {
  const value = optionalText(params, name);
  if (value === undefined) return undefined;
  if (!/^-?\d{1,15}$/.test(value))
    throw new StripeError(400, {
      message: `Invalid integer: ${value}`,
      code: 'parameter_invalid_integer',
      param: name,
    });
  return Number(value);
};
export const optionalBoolean = (params: Params, name: string): boolean | undefined => {
  const value = optionalText(params, name);
  if (value === undefined) return undefined;
  if (value !== 'true' && value !== 'false')
    throw new StripeError(400, { message: `Invalid boolean: ${value}`, param: name });
  return value === 'true';
};
export const paramGroup = (params: Params, name: string): Params => {
  const value = params[name];
  return typeof value === 'object' && !Array.isArray(value) ? value : {};
};
export const paramList = (params: Params, name: string): Param[] => {
  const value = params[name];
  return Array.isArray(value) ? value : [];
};
export const metadataOf = (params: Params, name: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(paramGroup(params, name)).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
