/** A rule or an at-rule of a style sheet. */
interface Node {
  /** The selector, or the at-rule with its condition. */
  head: string;
  /** Null for a statement such as `@layer base, kit`. */
  body: string | Node[] | null;
}

const GROUP = /^@(?:media|supports|layer|container)\b/;
const CLASS = /\.([a-zA-Z_][\w-]*)/g;
/** Classes in these arguments may be missing, or are alternatives. */
const ARGUMENTS = /:(?:not|is|where|has)\((?:[^()]|\([^()]*\))*\)/g;

/** The index after the string that begins at `start`. */
function skipString(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length && text[index] !== text[start]) index += text[index] === '\\' ? 2 : 1;
  return index + 1;
}

/** Parses the minified sheets of the build, which have no comments and no nested rules. */
function parse(text: string): Node[] {
  const nodes: Node[] = [];
  let start = 0;
  let depth = 0;
  let bodyStart = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (character === '"' || character === "'") index = skipString(text, index) - 1;
    else if (character === '{' && depth++ === 0) bodyStart = index + 1;
    else if (character === '}' && --depth === 0) {
      const head = text.slice(start, bodyStart - 1).trim();
      const body = text.slice(bodyStart, index);
      nodes.push({ head, body: GROUP.test(head) ? parse(body) : body });
      start = index + 1;
    } else if (character === ';' && depth === 0) {
      nodes.push({ head: text.slice(start, index).trim(), body: null });
      start = index + 1;
    }
  }
  return nodes;
}

/** Splits a list of selectors at its commas, except those within parentheses. */
function splitSelectors(list: string): string[] {
  const selectors: string[] = [];
  let start = 0;
  let depth = 0;
  for (let index = 0; index < list.length; index++) {
    if (list[index] === '(') depth++;
    else if (list[index] === ')') depth--;
    else if (list[index] === ',' && depth === 0) {
      selectors.push(list.slice(start, index));
      start = index + 1;
    }
  }
  return [...selectors, list.slice(start)];
}

interface Selector {
  text: string;
  classes: string[];
}
type Part = { text: string } | { selectors: Selector[]; body: string } | { head: string; parts: Part[] };

function toPart({ head, body }: Node): Part {
  if (body === null) return { text: `${head};` };
  if (typeof body !== 'string') return { head, parts: body.map(toPart) };
  if (head.startsWith('@')) return { text: `${head}{${body}}` };
  const selectors = splitSelectors(head).map((text) => ({
    text,
    classes: [...text.replaceAll(ARGUMENTS, '').matchAll(CLASS)].map(([, name]) => name!),
  }));
  return { selectors, body };
}

function write(part: Part, used: ReadonlySet<string>): string {
  if ('text' in part) return part.text;
  if ('parts' in part) {
    const inner = part.parts.map((child) => write(child, used)).join('');
    return inner && `${part.head}{${inner}}`;
  }
  const selectors = part.selectors.filter(({ classes }) => classes.every((name) => used.has(name)));
  return selectors.length === 0 ? '' : `${selectors.map(({ text }) => text).join(',')}{${part.body}}`;
}

function collectClasses(part: Part, into: Set<string>): void {
  if ('parts' in part) for (const child of part.parts) collectClasses(child, into);
  else if ('selectors' in part) for (const { classes } of part.selectors) for (const name of classes) into.add(name);
}

export interface UsedRules {
  /** The classes of the style sheet among these. They decide which of its rules are written. */
  select(used: ReadonlySet<string>): string;
  /** The rules that may apply to a document with these classes. */
  write(used: ReadonlySet<string>): string;
}

export function usedRules(sheet: string): UsedRules {
  const parts = parse(sheet).map(toPart);
  const classes = new Set<string>();
  for (const part of parts) collectClasses(part, classes);
  const ownClasses = [...classes];
  return {
    select: (used) => ownClasses.filter((name) => used.has(name)).join(' '),
    write: (used) => parts.map((part) => write(part, used)).join(''),
  };
}

/** The classes of a document. */
export function findClasses(html: string): Set<string> {
  const attributes = new Set<string>();
  const mark = ' class="';
  for (let at = html.indexOf(mark); at !== -1; at = html.indexOf(mark, at)) {
    const end = html.indexOf('"', (at += mark.length));
    attributes.add(html.slice(at, end));
    at = end;
  }
  return new Set([...attributes].flatMap((names) => names.split(' ').filter(Boolean)));
}
