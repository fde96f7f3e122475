import type { ContextMenuParams, MenuItemConstructorOptions } from 'electron';

export type Clicked = Pick<
  ContextMenuParams,
  'isEditable' | 'misspelledWord' | 'dictionarySuggestions' | 'selectionText' | 'editFlags'
>;

/** What a right click offers: better spellings first, then cut, copy and paste; nothing where there is nothing to do. */
export function contextMenu(
  clicked: Clicked,
  to: { replace(word: string): void; learn(word: string): void },
): MenuItemConstructorOptions[] {
  const { isEditable, misspelledWord, dictionarySuggestions, selectionText, editFlags } = clicked;
  if (!isEditable) return selectionText.trim() === '' ? [] : [{ role: 'copy' }];
  const spelling: MenuItemConstructorOptions[] =
    misspelledWord === ''
      ? []
      : [
          ...dictionarySuggestions.slice(0, 5).map((word) => ({ label: word, click: () => to.replace(word) })),
          ...(dictionarySuggestions.length === 0 ? [{ label: 'No better spelling is known', enabled: false }] : []),
          { label: `Add “${misspelledWord}” to the dictionary`, click: () => to.learn(misspelledWord) },
          { type: 'separator' },
        ];
  return [
    ...spelling,
    { role: 'cut', enabled: editFlags.canCut },
    { role: 'copy', enabled: editFlags.canCopy },
    { role: 'paste', enabled: editFlags.canPaste },
    { type: 'separator' },
    { role: 'selectAll' },
  ];
}
