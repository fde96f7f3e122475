import type { ContextMenuParams, MenuItemConstructorOptions } from 'electron';

type ClickParams = Pick<
  ContextMenuParams,
  'isEditable' | 'misspelledWord' | 'dictionarySuggestions' | 'selectionText' | 'editFlags'
>;

/** The menu for a right click: spelling suggestions, then editing commands. Empty if there is nothing to edit or copy. */
export function contextMenuTemplate(
  params: ClickParams,
  actions: { replace(word: string): void; addToDictionary(word: string): void },
): MenuItemConstructorOptions[] {
  const { isEditable, misspelledWord, dictionarySuggestions, selectionText, editFlags } = params;
  if (!isEditable) return selectionText.trim() === '' ? [] : [{ role: 'copy' }];
  const spelling: MenuItemConstructorOptions[] =
    misspelledWord === ''
      ? []
      : [
          ...dictionarySuggestions.slice(0, 5).map((word) => ({ label: word, click: () => actions.replace(word) })),
          ...(dictionarySuggestions.length === 0 ? [{ label: 'No suggestions', enabled: false }] : []),
          { label: `Add “${misspelledWord}” to the dictionary`, click: () => actions.addToDictionary(misspelledWord) },
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
