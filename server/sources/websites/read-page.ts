import { Parser } from 'htmlparser2';

/** A piece of text that a page shows as one line, such as a paragraph, an item of a list, or a row of a table. */
export interface Line {
  text: string;
  /** The headings above it, the nearest last. */
  headings: readonly string[];
  isItem: boolean;
}

export interface Page {
  url: string;
  lines: readonly Line[];
  /** The blocks of JSON-LD that could be parsed. */
  data: readonly unknown[];
  links: readonly { url: string; text: string }[];
}

const unread = new Set(['script', 'style', 'noscript', 'template', 'svg', 'select', 'textarea', 'iframe', 'del', 's']);
const inline = new Set(['a', 'abbr', 'b', 'bdi', 'cite', 'code', 'data', 'em', 'font', 'i', 'label', 'mark', 'q', 'small', 'span', 'strong', 'sub', 'sup', 'time', 'u', 'wbr', 'td', 'th', 'dd', 'img']); // prettier-ignore
const voids = new Set(['br', 'img', 'hr', 'wbr', 'meta', 'link', 'input', 'area', 'base', 'col', 'embed', 'source', 'track']); // prettier-ignore
const items = new Set(['li', 'a', 'td', 'h2', 'h3', 'h4', 'dt', 'button']);
/** More lines than this aren't the page of a practice. */
const MAX_LINES = 5_000;

const isHidden = ({ hidden, style = '' }: Record<string, string>): boolean =>
  hidden !== undefined || /display\s*:\s*none|visibility\s*:\s*hidden/i.test(style);

const plain = (text: string): string => text.replace(/[\s\u00a0\u200b]+/g, ' ').trim();

function parseData(text: string): unknown[] {
  try {
    return [JSON.parse(text.replace(/^\s*<!--|-->\s*$/g, ''))];
  } catch {
    return [];
  }
}

/** Reads the lines, JSON-LD, and links of a page. Text that its styles hide isn't read, because it may be out of date. */
export function readPage(url: string, html: string): Page {
  const lines: Line[] = [];
  const data: unknown[] = [];
  const links: { url: string; text: string }[] = [];
  const headings: { level: number; text: string }[] = [];
  const open: { name: string; isUnread: boolean }[] = [];
  let [text, json, link] = ['', null as string | null, null as { url: string; text: string } | null];
  let isItem = false;
  const isUnread = () => open.at(-1)?.isUnread ?? false;

  function endLine(level: number | null = null): void {
    const line = plain(text);
    text = '';
    if (line !== '' && lines.length < MAX_LINES) {
      if (level !== null) while ((headings.at(-1)?.level ?? 0) >= level) headings.pop();
      lines.push({ text: line, headings: headings.map((heading) => heading.text), isItem });
      if (level !== null) headings.push({ level, text: line });
    }
    isItem = false;
  }

  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'script' && /^application\/ld\+json/i.test(attributes.type ?? '')) json = '';
      if (!inline.has(name)) endLine();
      else if (!/\s$/.test(text)) text += ' ';
      if (items.has(name)) isItem = true;
      if (name === 'a' && attributes.href && URL.canParse(attributes.href, url))
        link = { url: new URL(attributes.href, url).href, text: '' };
      if (!voids.has(name)) open.push({ name, isUnread: isUnread() || unread.has(name) || isHidden(attributes) });
    },
    ontext(part) {
      if (json !== null) json += part;
      if (isUnread()) return;
      text += part;
      if (link) link.text += part;
    },
    onclosetag(name) {
      if (name === 'script' && json !== null) {
        data.push(...parseData(json));
        json = null;
      }
      if (name === 'a' && link) {
        links.push({ url: link.url, text: plain(link.text) });
        link = null;
      }
      if (voids.has(name)) return;
      if (!inline.has(name)) endLine(/^h[1-6]$/.test(name) ? Number(name[1]) : null);
      else if (!/\s$/.test(text)) text += ' ';
      open.pop();
    },
  });
  parser.end(html);
  endLine();
  return { url, lines, data, links };
}
