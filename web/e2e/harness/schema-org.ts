import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

interface Vocabulary {
  /** The parents of each class. */
  parents: Map<string, string[]>;
  /** The properties that each class declares itself, with the types of their values. */
  properties: Map<string, Map<string, string[]>>;
  /** The members of each enumeration. */
  members: Map<string, Set<string>>;
}

const textTypes = new Set(['Text', 'URL', 'CssSelectorType', 'XPathType', 'PronounceableText']);
const primitives: Record<string, RegExp> = {
  Date: /^\d{4}-\d\d-\d\d$/,
  DateTime: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
  Time: /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/,
  Number: /^-?\d+(\.\d+)?$/,
  Integer: /^-?\d+$/,
  Float: /^-?\d+(\.\d+)?$/,
};

/** Reads schema.org's classes and properties from the package that Google generates of them. */
function readVocabulary(): Vocabulary {
  const source = readFileSync(createRequire(import.meta.url).resolve('schema-dts/dist/schema.d.ts'), 'utf8');
  const vocabulary: Vocabulary = { parents: new Map(), properties: new Map(), members: new Map() };
  for (const [, name, parents, body] of source.matchAll(/^interface (\w+)Base extends ([^{]+) \{\n([\s\S]*?)^\}/gm)) {
    vocabulary.parents.set(name!, parentsOf(parents!));
    const declared = new Map<string, string[]>();
    for (const [, property, types] of body!.matchAll(/^ {4}"([\w-]+)"\?: SchemaValue<(.+), "[\w-]+">;$/gm))
      declared.set(property!, types!.split(' | '));
    vocabulary.properties.set(name!, declared);
  }
  // A class without properties of its own has only a leaf, which extends the base of its parent.
  for (const [, name, parents] of source.matchAll(/^export interface (\w+)Leaf extends ([^{]+) \{/gm))
    if (!vocabulary.parents.has(name!)) vocabulary.parents.set(name!, parentsOf(parents!));
  for (const [, name, values] of source.matchAll(/^export type (\w+) = (.*"https:\/\/schema\.org\/\w+".*);$/gm))
    vocabulary.members.set(name!, new Set([...values!.matchAll(/"([^"]+)"/g)].map(([, value]) => value!)));
  return vocabulary;
}

const parentsOf = (text: string): string[] =>
  [...text.matchAll(/(\w+?)Base\b/g)].map(([, name]) => name!).filter((name) => name !== '');

/** Checks structured data against schema.org: every class, property, and value. Returns one sentence for each error. */
export class SchemaOrg {
  readonly #vocabulary = readVocabulary();

  get classCount(): number {
    return this.#vocabulary.parents.size;
  }

  isA(type: string, ancestor: string): boolean {
    return type === ancestor || (this.#vocabulary.parents.get(type) ?? []).some((parent) => this.isA(parent, ancestor));
  }

  check(node: Record<string, unknown>, where = ''): string[] {
    const type = node['@type'];
    if (typeof type !== 'string' || !this.#vocabulary.parents.has(type)) return [`${where} has no known @type`];
    return Object.entries(node).flatMap(([property, value]) => {
      if (property.startsWith('@')) return [];
      const name = `${where}/${type}.${property}`;
      const input = /^(\S+)-input$/.test(property);
      const range = input ? ['PropertyValueSpecification', 'Text'] : this.#rangeOf(type, property);
      if (!range) return [`${name} is not a property of ${type}`];
      return [value].flat().flatMap((one) => this.#checkValue(one, range, name));
    });
  }

  #rangeOf(type: string, property: string): string[] | undefined {
    const own = this.#vocabulary.properties.get(type)?.get(property);
    if (own) return own;
    for (const parent of this.#vocabulary.parents.get(type) ?? []) {
      const inherited = this.#rangeOf(parent, property);
      if (inherited) return inherited;
    }
    return undefined;
  }

  #checkValue(value: unknown, range: readonly string[], name: string): string[] {
    if (value !== null && typeof value === 'object') {
      const node = value as Record<string, unknown>;
      const type = String(node['@type']);
      if (!range.some((allowed) => this.isA(type, allowed))) return [`${name} can't be a ${type}`];
      return this.check(node, name);
    }
    const text = String(value);
    const fits = range.some(
      (allowed) =>
        (typeof value === 'boolean' && allowed === 'Boolean') ||
        (typeof value === 'number' && ['Number', 'Integer', 'Float'].includes(allowed)) ||
        (typeof value === 'string' &&
          (textTypes.has(allowed) ||
            // A URL refers to the thing that it identifies.
            (allowed === 'IdReference' && /^https?:\/\/\S+$/.test(text)) ||
            primitives[allowed]?.test(text) ||
            this.#vocabulary.members.get(allowed)?.has(text))),
    );
    return fits && text !== '' ? [] : [`${name} can't be ${JSON.stringify(value)}`];
  }
}
