import postcss, { type ChildNode } from 'postcss';

const GROUP = /^(?:media|supports|layer|container)$/;
const CLASS = /\.([a-zA-Z_][\w-]*)/g;
/** Classes in these arguments may be missing, or are alternatives. */
const ARGUMENTS = /:(?:not|is|where|has)\((?:[^()]|\([^()]*\))*\)/g;

interface Selector {
  text: string;
  classes: string[];
}
type Part = { text: string } | { selectors: Selector[]; body: string } | { head: string; parts: Part[] };

function toPart(node: ChildNode): Part {
  if (node.type === 'atrule') {
    if (!node.nodes) return { text: `${node.toString()};` };
    if (!GROUP.test(node.name)) return { text: node.toString() };
    return { head: `@${node.name} ${node.params}`, parts: node.nodes.map(toPart) };
  }
  if (node.type !== 'rule') return { text: '' };
  const selectors = node.selectors.map((text) => ({
    text,
    classes: [...text.replaceAll(ARGUMENTS, '').matchAll(CLASS)].map(([, name]) => name!),
  }));
  return { selectors, body: node.nodes.join(';') };
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
  const parts = postcss.parse(sheet).nodes.map(toPart);
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
