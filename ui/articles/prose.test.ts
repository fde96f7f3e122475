import { describe, expect, it } from 'vitest';
import { blocksOf } from './prose.ts';
import { formatDateTime, toLocalInput, fromLocalInput } from '#ui/kit/format.ts';

describe('plain text as an article', () => {
  it('parts paragraphs and finds headings', () => {
    expect(blocksOf('First one.\nSecond line.\n\nA heading\n\n\nLast.').map(({ kind, text }) => [kind, text])).toEqual([
      ['paragraph', 'First one.\nSecond line.'],
      ['heading', 'A heading'],
      ['paragraph', 'Last.'],
    ]);
  });
  it('keeps what looks like markup as text, and makes no heading of the last line', () => {
    expect(blocksOf('<b>x</b>\r\n\r\n<script>1</script>')).toEqual([
      { kind: 'heading', text: '<b>x</b>' },
      { kind: 'paragraph', text: '<script>1</script>' },
    ]);
    expect(blocksOf(' \n\n ')).toEqual([]);
  });
});

describe('times', () => {
  it('go into a local input and come back the same', () => {
    for (const at of ['2026-01-15T17:00:00.000Z', '2026-07-01T03:30:00.000Z'])
      expect(fromLocalInput(toLocalInput(at))).toBe(at);
    expect([toLocalInput(null), fromLocalInput('')]).toEqual(['', null]);
  });
  it('are written in one zone', () => {
    expect(formatDateTime('2026-01-15T17:00:00Z')).toBe('Jan 15, 2026, 12:00 PM ET');
  });
});
