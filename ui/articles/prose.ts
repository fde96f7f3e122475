/** The blocks of an article. Pictures are ours alone, and HTML stays text. */
export type Block =
  | { kind: 'heading'; level: 2 | 3; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'list'; ordered: boolean; items: string[] }
  | { kind: 'picture'; alt: string; src: string };

const headingMark = /^(#{1,3})\s+(.+)$/;
const listMark = /^\s{0,3}(?:[-*+]|\d{1,3}[.)])\s+/;
const picture = /^!\[([^\]\n]*)\]\((\/media\/[\w./-]+)\)$/;

function readBlock(text: string, isLast: boolean): Block[] {
  const [, marks, title] = headingMark.exec(text.split('\n')[0]!) ?? [];
  if (marks) {
    const rest = text.split('\n').slice(1).join('\n').trim();
    const heading: Block = { kind: 'heading', level: marks.length < 3 ? 2 : 3, text: title!.replace(/\s#+$/, '') };
    return rest === '' ? [heading] : [heading, ...readBlock(rest, true)];
  }
  const [, alt, src] = picture.exec(text) ?? [];
  if (src !== undefined) return [{ kind: 'picture', alt: alt!, src }];
  const lines = text.split('\n');
  if (lines.every((line) => listMark.test(line))) {
    const items = lines.map((line) => line.replace(listMark, '').trim());
    return [{ kind: 'list', ordered: /^\s*\d/.test(lines[0]!), items }];
  }
  const isHeading = lines.length === 1 && text.length <= 80 && !/[.!?:;,)”"*]$/.test(text) && !isLast;
  return [isHeading ? { kind: 'heading', level: 2, text } : { kind: 'paragraph', text }];
}

/**
 * Splits an article at empty lines into a safe subset of Markdown. A single short line without punctuation at its end, except the
 * last, is a heading, too, because articles were plain text before.
 */
export function splitIntoBlocks(content: string): Block[] {
  return content
    .replace(/\r\n?/g, '\n')
    .split(/\n[ \t]*\n+/)
    .map((text) => text.replace(/^\n+|\s+$/g, ''))
    .filter((text) => text !== '')
    .flatMap((text, index, blocks) => readBlock(text, index === blocks.length - 1));
}

type Inline = { kind: 'text' | 'strong' | 'em'; text: string } | { kind: 'link'; text: string; to: string };

const inline = /\[([^\]\n]+)\]\(([^\s()]+)\)|\*\*([^*\n]+)\*\*|(?<![\w*])[*_](?!\s)([^*_\n]+)(?<!\s)[*_](?![\w*])/g;
/** A path of this site, or a secure address. Anything else stays text. */
const isAddress = (to: string): boolean => /^\/(?!\/)/.test(to) || /^https:\/\/[^/]+\.[a-z]/i.test(to);

/** Reads links and emphasis within a line of text. */
export function readInline(text: string): Inline[] {
  const parts: Inline[] = [];
  let from = 0;
  for (const match of text.matchAll(inline)) {
    const [whole, label, to, strong, em] = match;
    if (to !== undefined && !isAddress(to)) continue;
    if (match.index > from) parts.push({ kind: 'text', text: text.slice(from, match.index) });
    if (to !== undefined) parts.push({ kind: 'link', text: label!, to });
    else parts.push(strong === undefined ? { kind: 'em', text: em! } : { kind: 'strong', text: strong });
    from = match.index + whole.length;
  }
  if (from < text.length) parts.push({ kind: 'text', text: text.slice(from) });
  return parts;
}
