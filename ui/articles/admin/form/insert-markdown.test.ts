import { expect, it } from 'vitest';
import { readInline, splitIntoBlocks } from '../../prose.ts';
import { insertLink, insertPicture } from './insert-markdown.ts';

const url = `/media/${'a'.repeat(40)}`;

it('a picture becomes a paragraph of its own, with its description selected', () => {
  const text = 'First words. Last words.';
  const edit = insertPicture(text, 12, 12, url);
  expect(splitIntoBlocks(edit.text)).toEqual([
    { kind: 'paragraph', text: 'First words.' },
    { kind: 'picture', alt: 'What the picture shows', src: url },
    { kind: 'paragraph', text: 'Last words.' },
  ]);
  expect(edit.text.slice(edit.from, edit.to)).toBe('What the picture shows');
  expect(splitIntoBlocks(insertPicture('', 0, 0, url).text)).toHaveLength(1);
});

it('a link takes the selected words, or the name of the page, and is read back as a link', () => {
  const page = { label: 'Teeth Whitening (in office)', path: '/directory?service=Teeth+Whitening+(in+office)' };
  const named = insertLink('See .', 4, 4, page);
  expect(readInline(named.text)[1]).toMatchObject({
    kind: 'link',
    text: 'Teeth Whitening (in office)',
    to: '/directory?service=Teeth+Whitening+%28in+office%29',
  });
  expect(named.text.slice(named.from)).toBe('.');
  const chosen = insertLink('See these offices.', 4, 17, page);
  expect(readInline(chosen.text)[1]).toMatchObject({ kind: 'link', text: 'these offices' });
});
