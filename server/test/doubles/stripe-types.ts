import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createRequire } from 'node:module';

const resources = join(dirname(createRequire(import.meta.url).resolve('stripe')), '../esm/resources');

interface Member {
  name: string;
  isOptional: boolean;
  type: string;
}
/** A file or a namespace of the stripe package's types. */
interface Scope {
  file: string;
  parent: Scope | null;
  interfaces: Map<string, Member[]>;
  aliases: Map<string, string>;
  namespaces: Map<string, Scope>;
  imports: Map<string, { file: string; name: string }>;
}

const files = new Map<string, Scope>();
const createScope = (file: string, parent: Scope | null): Scope => ({
  file,
  parent,
  interfaces: new Map(),
  aliases: new Map(),
  namespaces: new Map(),
  imports: new Map(),
});

/** Splits at a separator that is outside of brackets. */
function split(text: string, separator: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const char of text) {
    if ('<{[('.includes(char)) depth++;
    if ('>}])'.includes(char)) depth--;
    if (char === separator && depth === 0) parts.push('');
    else parts[parts.length - 1] += char;
  }
  return parts.map((part) => part.trim()).filter(Boolean);
}

/** The text between this opening brace and its closing one, and the position after it. */
function blockAt(text: string, open: number): { inside: string; end: number } {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === '{') depth++;
    if (text[at] === '}' && --depth === 0) return { inside: text.slice(open + 1, at), end: at + 1 };
  }
  throw new Error('A block has no end.');
}

function readMembers(inside: string): Member[] {
  return split(inside, ';').flatMap((part) => {
    const [, name, mark, type] = /^(?:readonly )?['"]?(\w+)['"]?(\?)?:\s*([^]+)$/.exec(part) ?? [];
    return name ? [{ name, isOptional: mark === '?', type: type! }] : [];
  });
}

function readScope(text: string, scope: Scope): Scope {
  const declaration = /(?:^|\n)\s*(?:export )?(?:declare )?(namespace|interface|type|class) (\w+)[^{=]*([{=])/g;
  for (let match = declaration.exec(text); match; match = declaration.exec(text)) {
    const [, kind, name] = match as unknown as [string, string, string];
    const open = declaration.lastIndex - 1;
    if (kind === 'type') {
      const [alias] = split(text.slice(open + 1), ';');
      scope.aliases.set(name, alias!);
      declaration.lastIndex = open + 1 + alias!.length;
      continue;
    }
    const { inside, end } = blockAt(text, open);
    if (kind === 'interface') scope.interfaces.set(name, readMembers(inside));
    if (kind === 'namespace') scope.namespaces.set(name, readScope(inside, createScope(scope.file, scope)));
    declaration.lastIndex = end;
  }
  return scope;
}

function readFile(file: string): Scope {
  let scope = files.get(file);
  if (scope) return scope;
  const text = readFileSync(`${file}.d.ts`, 'utf8').replace(/\/\*[^]*?\*\//g, '');
  files.set(file, (scope = createScope(file, null)));
  for (const [, names, from] of text.matchAll(/import (?:type )?\{([^}]*)\} from '(\.[^']*)\.js'/g))
    for (const part of names!.split(',')) {
      const [name, alias = name] = part.trim().split(' as ');
      if (name) scope.imports.set(alias!, { file: join(dirname(file), from!), name });
    }
  return readScope(text, scope);
}

type Found = { members: Member[]; scope: Scope } | { alias: string; scope: Scope };

/** Finds `Name` or `Name.Inner` from a scope, its parents, and the imports of its file. */
function find(path: string, from: Scope): Found | undefined {
  const [first, ...rest] = path.split('.') as [string, ...string[]];
  for (let scope: Scope | null = from; scope; scope = scope.parent) {
    if (rest.length > 0) {
      const inner = scope.namespaces.get(first);
      const found = inner && findIn(rest, inner);
      if (found) return found;
    } else {
      const found = findIn([first], scope);
      if (found) return found;
    }
    const imported = scope.imports.get(first);
    if (imported) return find([imported.name, ...rest].join('.'), readFile(imported.file));
  }
  return undefined;
}
function findIn([name, ...rest]: string[], scope: Scope): Found | undefined {
  if (rest.length > 0) {
    const inner = scope.namespaces.get(name!);
    return inner && findIn(rest, inner);
  }
  const members = scope.interfaces.get(name!);
  if (members) return { members, scope: innerScope(name!, scope) };
  const alias = scope.aliases.get(name!);
  return alias === undefined ? undefined : { alias, scope: innerScope(name!, scope) };
}
/** Names inside of an interface are those of its file, which has a namespace with the same name next to it. */
const innerScope = (name: string, scope: Scope): Scope => scope.namespaces.get(name) ?? scope;

/** The differences between a value and one of the choices of a union. */
function compareChoice(value: unknown, type: string, scope: Scope, at: string): string[] {
  const wrong = [`${at}: ${JSON.stringify(value)?.slice(0, 60)} is not ${type}`];
  if (type === 'unknown') return [];
  if (type === 'null') return value === null ? [] : wrong;
  if (type === 'string' || type === 'OtherString' || type === 'Decimal') return typeof value === 'string' ? [] : wrong;
  if (type === 'number' || type === 'boolean') return typeof value === type ? [] : wrong;
  if (type === 'true' || type === 'false') return String(value) === type ? [] : wrong;
  if (/^'.*'$/.test(type)) return value === type.slice(1, -1) ? [] : wrong;
  const [, generic, inner] = /^(Array|ApiList)<([^]*)>$/.exec(type) ?? [];
  if (generic === 'ApiList') {
    const list = value as { object?: string; data?: unknown } | null;
    return list?.object === 'list' ? compareChoice(list.data, `Array<${inner}>`, scope, at) : wrong;
  }
  if (generic)
    return Array.isArray(value)
      ? value.flatMap((item, index) => compare(item, inner!, scope, `${at}[${index}]`))
      : wrong;
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  const [, inMap] =
    /^\{\s*\[key: string\]: ([^]+?);?\s*\}$/.exec(type === 'Metadata' ? '{[key: string]: string}' : type) ?? [];
  if (inMap)
    return isObject
      ? Object.entries(value).flatMap(([key, inner]) => compare(inner, inMap, scope, `${at}.${key}`))
      : wrong;
  const found = find(type, scope);
  if (!found) return [`${at}: the type ${type} was not found`];
  if ('alias' in found) return compare(value, found.alias, found.scope, at);
  if (!isObject) return wrong;
  const object = value as Record<string, unknown>;
  const known = new Map(found.members.map((member) => [member.name, member]));
  return [
    ...found.members
      .filter(({ name, isOptional }) => !isOptional && !(name in object))
      .map(({ name }) => `${at}.${name} is missing`),
    ...Object.entries(object).flatMap(([name, field]) => {
      const member = known.get(name);
      return member ? compare(field, member.type, found.scope, `${at}.${name}`) : [`${at}.${name} is unknown`];
    }),
  ];
}

function compare(value: unknown, type: string, scope: Scope, at: string): string[] {
  let best: string[] | undefined;
  for (const choice of split(type, '|')) {
    const problems = compareChoice(value, choice, scope, at);
    if (problems.length === 0) return [];
    // An object is compared with the choice that fits best, and not with null or text.
    const isOtherKind = problems.length === 1 && problems[0]!.startsWith(`${at}: `);
    if (!best || (!isOtherKind && (best[0]!.startsWith(`${at}: `) || problems.length < best.length))) best = problems;
  }
  return best ?? [`${at}: no type`];
}

/**
 * Compares JSON with a type of the stripe package, such as `Invoice` in `Invoices`, and lists each missing, unknown, and
 * wrong field. It reads the package's declarations, because TypeScript 7 has no compiler API.
 */
export function compareWithStripe(value: unknown, file: string, type: string): string[] {
  return compare(value, type, readFile(join(resources, file)), type);
}

/** How many fields a type requires. */
export function countRequired(file: string, type: string): number {
  return readFile(join(resources, file))
    .interfaces.get(type)!
    .filter(({ isOptional }) => !isOptional).length;
}
