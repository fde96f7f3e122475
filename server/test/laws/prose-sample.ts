// `npm run prose:sample`: prints random comments, document sentences, and test titles for a person to judge.
// `npm run prose:sample -- 42` repeats a draw.
import { findProse, type Prose } from './prose.ts';

const seed = Number(process.argv[2] ?? Math.floor(Math.random() * 1_000_000));
if (!Number.isInteger(seed)) throw new Error('The seed must be a whole number: npm run prose:sample -- 42');

/** mulberry32. */
let state = seed;
function drawNumber(): number {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}

function drawPieces(pieces: readonly Prose[], count: number): Prose[] {
  const rest = [...pieces];
  return Array.from(
    { length: Math.min(count, rest.length) },
    () => rest.splice(Math.floor(drawNumber() * rest.length), 1)[0]!,
  );
}

const prose = findProse();
const comments = prose.filter(({ kind }) => kind === 'comment');
const titles = prose.filter(({ kind }) => kind === 'title');
const sentences = prose
  .filter(({ kind }) => kind === 'document')
  .flatMap((piece) => piece.text.split(/(?<=[.!?])\s+/).map((text) => ({ ...piece, text })))
  .filter(({ text }) => /[.!?]$/.test(text) && text.split(' ').length > 3);

console.log(`Seed ${seed}`);
for (const [label, pieces, count] of [
  ['comments', comments, 200],
  ['document sentences', sentences, 60],
  ['test titles', titles, 50],
] as const) {
  console.log(`\n${count} of ${pieces.length} ${label}`);
  for (const { file, line, text } of drawPieces(pieces, count)) console.log(`- ${text}  (${file}:${line})`);
}
