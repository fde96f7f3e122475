interface Block {
  kind: 'heading' | 'paragraph';
  text: string;
}

/**
 * Splits the plain text of an article at empty lines. A single short line without punctuation at its end, except the
 * last, is a heading.
 */
export function splitIntoBlocks(content: string): Block[] {
  return content
    .replace(/\r\n?/g, '\n')
    .split(/\n[ \t]*\n+/)
    .map((text) => text.replace(/^\n+|\s+$/g, ''))
    .filter((text) => text !== '')
    .map((text, index, blocks) => ({
      kind:
        !text.includes('\n') && text.length <= 80 && !/[.!?:;,)”"]$/.test(text) && index < blocks.length - 1
          ? 'heading'
          : 'paragraph',
      text,
    }));
}
