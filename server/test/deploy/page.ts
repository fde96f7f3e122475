import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * A fenced block of a page under `docs/deploy`. Its info string is a language and a label: the path of a file whose
 * content the block is, or a name. Commands labeled `by-hand: REASON` need the world outside, and are skipped loudly.
 */
export interface Block {
  language: string;
  label: string;
  text: string;
}

const FENCE = /^```(\w+) ?(.*)\n([\s\S]*?)^```$/gm;

/** Reads the blocks of a page from top to bottom. */
export function readPage(name: string): Block[] {
  const text = readFileSync(fileURLToPath(new URL(`../../../docs/deploy/${name}`, import.meta.url)), 'utf8');
  return [...text.matchAll(FENCE)].map(([, language, label, content]) => ({
    language: language!,
    label: label!,
    text: content!,
  }));
}

/** The text of the block with a label. */
export function findBlock(page: readonly Block[], label: string): Block {
  const found = page.find((block) => block.label === label);
  if (!found) throw new Error(`The page has no block ${label}.`);
  return found;
}
