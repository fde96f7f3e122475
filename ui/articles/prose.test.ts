import { describe, expect, it } from 'vitest';
import { splitIntoBlocks } from './prose.ts';
import { formatDateTime, toLocalInput, fromLocalInput } from '#ui/kit/format.ts';

describe('splitIntoBlocks', () => {
  it('splits paragraphs and detects headings', () => {
    expect(
      splitIntoBlocks('First one.\nSecond line.\n\nA heading\n\n\nLast.').map(({ kind, text }) => [kind, text]),
    ).toEqual([
      ['paragraph', 'First one.\nSecond line.'],
      ['heading', 'A heading'],
      ['paragraph', 'Last.'],
    ]);
  });
  it('keeps markup as text and never makes the last block a heading', () => {
    expect(splitIntoBlocks('<b>x</b>\r\n\r\n<script>1</script>')).toEqual([
      { kind: 'heading', text: '<b>x</b>' },
      { kind: 'paragraph', text: '<script>1</script>' },
    ]);
    expect(splitIntoBlocks(' \n\n ')).toEqual([]);
  });
});

describe('publication times', () => {
  it('survive a round trip through a local date-time input', () => {
    for (const at of ['2026-01-15T17:00:00.000Z', '2026-07-01T03:30:00.000Z'])
      expect(fromLocalInput(toLocalInput(at))).toBe(at);
    expect([toLocalInput(null), fromLocalInput('')]).toEqual(['', null]);
  });
  it('are formatted in Eastern Time', () => {
    expect(formatDateTime('2026-01-15T17:00:00Z')).toBe('Jan 15, 2026, 12:00 PM ET');
  });
});
