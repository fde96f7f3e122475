import { describe, expect, it } from 'vitest';
import { readInline, splitIntoBlocks } from './prose.ts';
import { formatDateTime, toLocalInput, fromLocalInput } from '#ui/kit/format.ts';

describe('splitIntoBlocks', () => {
  it('splits paragraphs and detects headings', () => {
    expect(splitIntoBlocks('First one.\nSecond line.\n\nA heading\n\n\nLast.')).toEqual([
      { kind: 'paragraph', text: 'First one.\nSecond line.' },
      { kind: 'heading', level: 2, text: 'A heading' },
      { kind: 'paragraph', text: 'Last.' },
    ]);
  });
  it('keeps markup as text and never makes the last block a heading', () => {
    expect(splitIntoBlocks('<b>x</b>\r\n\r\n<script>1</script>')).toEqual([
      { kind: 'heading', level: 2, text: '<b>x</b>' },
      { kind: 'paragraph', text: '<script>1</script>' },
    ]);
    expect(splitIntoBlocks(' \n\n ')).toEqual([]);
  });
});

describe('Markdown', () => {
  it('has headings, lists, and pictures of our own', () => {
    expect(splitIntoBlocks('# One\nText\n\n### Two\n\n- a\n- **b**\n\n1. c\n2) d\n\n![A tooth](/media/ab12)')).toEqual([
      { kind: 'heading', level: 2, text: 'One' },
      { kind: 'paragraph', text: 'Text' },
      { kind: 'heading', level: 3, text: 'Two' },
      { kind: 'list', ordered: false, items: ['a', '**b**'] },
      { kind: 'list', ordered: true, items: ['c', 'd'] },
      { kind: 'picture', alt: 'A tooth', src: '/media/ab12' },
    ]);
    const foreign = '![x](https://evil.example/x.png)';
    expect(splitIntoBlocks(foreign)).toEqual([{ kind: 'paragraph', text: foreign }]);
  });
  it('has emphasis and links to this site and to secure addresses', () => {
    expect(readInline('See **the** *best* [city](/dentists/tx) or [a study](https://example.com/a).')).toEqual([
      { kind: 'text', text: 'See ' },
      { kind: 'strong', text: 'the' },
      { kind: 'text', text: ' ' },
      { kind: 'em', text: 'best' },
      { kind: 'text', text: ' ' },
      { kind: 'link', text: 'city', to: '/dentists/tx' },
      { kind: 'text', text: ' or ' },
      { kind: 'link', text: 'a study', to: 'https://example.com/a' },
      { kind: 'text', text: '.' },
    ]);
  });
  it.each(['[x](javascript:alert(1))', '[x](//evil.example)', '[x](data:text/html,1)', 'snake_case_name', '2 * 3 * 4'])(
    'leaves %j as text',
    (text) => {
      expect(readInline(text)).toEqual([{ kind: 'text', text }]);
    },
  );
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
