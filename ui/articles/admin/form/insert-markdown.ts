export interface Edit {
  text: string;
  /** The selection afterwards. */
  from: number;
  to: number;
}

const DESCRIPTION = 'What the picture shows';

/** Adds a picture as a paragraph of its own, with its description selected. */
export function insertPicture(text: string, from: number, to: number, url: string): Edit {
  const before = text.slice(0, from).trimEnd();
  const after = text.slice(to).trimStart();
  const start = before === '' ? '' : `${before}\n\n`;
  const picture = `![${DESCRIPTION}](${url})`;
  const at = start.length + '!['.length;
  return {
    text: start + picture + (after === '' ? '\n' : `\n\n${after}`),
    from: at,
    to: at + DESCRIPTION.length,
  };
}

/** Links the selected words, or the name of the page if none are selected. */
export function insertLink(text: string, from: number, to: number, page: { label: string; path: string }): Edit {
  const words =
    text
      .slice(from, to)
      .replaceAll(/[[\]\n]/g, ' ')
      .trim() || page.label;
  const path = page.path.replaceAll('(', '%28').replaceAll(')', '%29');
  const link = `[${words}](${path})`;
  return { text: text.slice(0, from) + link + text.slice(to), from: from + link.length, to: from + link.length };
}
