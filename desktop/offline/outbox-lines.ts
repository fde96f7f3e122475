import type { Decision } from './decision.ts';
import { seal, unsealWithAny, type DataKeys } from './data-keys.ts';

/** A change of the outbox. */
export type Entry =
  | { add: Decision }
  | { done: string | string[] }
  | { due: string[] }
  | { refused: string; message: string }
  | { again: string; key: string };

/** The operation and the random keys of an entry, readable without the data key, so that locked decisions can be counted. */
function labelOf(entry: Entry): string {
  if ('add' in entry) return `add:${entry.add.key}`;
  if ('done' in entry) return `done:${[entry.done].flat().join()}`;
  if ('due' in entry) return `due:${entry.due.join()}`;
  return 'refused' in entry ? `refused:${entry.refused}` : `again:${entry.again},${entry.key}`;
}

/** Formats an entry as its label and the encrypted entry, which authenticates the label. */
export function formatLine(key: Buffer, entry: Entry): string {
  const label = labelOf(entry);
  return `${label} ${seal(key, `outbox ${label}`, Buffer.from(JSON.stringify(entry))).toString('base64')}`;
}

/** Older versions wrote plain lines on computers without a keychain. */
const isPlainLine = (line: string): boolean => line.startsWith('{');

/** Null for a line that no key opens, or that is damaged. */
export function parseLine(keys: DataKeys, line: string): Entry | null {
  try {
    if (isPlainLine(line)) return JSON.parse(line) as Entry;
    // Older versions wrote no label.
    const [label, sealed] = line.includes(' ') ? (line.split(' ', 2) as [string, string]) : [null, line];
    const name = label === null ? 'outbox' : `outbox ${label}`;
    const plain = unsealWithAny(keys, name, Buffer.from(sealed, 'base64'));
    return plain ? (JSON.parse(plain.toString('utf8')) as Entry) : null;
  } catch {
    return null;
  }
}

/** Counts the decisions that locked lines hold, from their labels. A line without a label counts as one decision. */
export function countDecisions(lines: readonly string[]): number {
  const decisionKeys = new Set<string>();
  let unlabeled = 0;
  for (const line of lines) {
    const [, operation, ids] = /^(add|done|due|refused|again):(\S+) /.exec(line) ?? [];
    const keys = ids?.split(',') ?? [];
    if (!operation) unlabeled++;
    else if (operation === 'add') decisionKeys.add(keys[0]!);
    else if (operation === 'done') for (const key of keys) decisionKeys.delete(key);
    else if (operation === 'again' && decisionKeys.delete(keys[0]!)) decisionKeys.add(keys[1]!);
  }
  return decisionKeys.size + unlabeled;
}

interface FileLines {
  lines: string[];
  /** A last line without a line break. Its write was never confirmed. */
  partialLine: string | null;
}

export function splitLines(text: string): FileLines {
  const lines = text.split('\n');
  const partialLine = lines.pop() || null;
  return { lines: lines.filter((line) => line !== ''), partialLine };
}
