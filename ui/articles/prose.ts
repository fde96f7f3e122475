export interface Block {
  kind: 'heading' | 'paragraph';
  text: string;
}

/**
 * Articles are plain text. Empty lines part paragraphs; a short line that stands alone and does not end like a
 * sentence reads as a heading.
 */
export function blocksOf(content: string): Block[] {
  return content
    .replace(/\r\n?/g, '\n')
    .split(/\n[ \t]*\n+/)
    .map((text) => text.replace(/^\n+|\s+$/g, ''))
    .filter((text) => text !== '')
    .map((text, place, all) => ({
      kind:
        !text.includes('\n') && text.length <= 80 && !/[.!?:;,)”"]$/.test(text) && place < all.length - 1
          ? 'heading'
          : 'paragraph',
      text,
    }));
}
