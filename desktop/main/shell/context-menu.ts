import type { ContextMenuParams, MenuItemConstructorOptions } from 'electron';
import { APP_ORIGIN } from '../../policy/urls.ts';

type ClickParams = Pick<
  ContextMenuParams,
  'isEditable' | 'misspelledWord' | 'dictionarySuggestions' | 'selectionText' | 'editFlags' | 'linkURL'
>;

interface ClickActions {
  replace(word: string): void;
  addToDictionary(word: string): void;
  /** Opens a page of the console, or a website in the browser. */
  openLink(url: string): void;
  openInNewWindow(url: string): void;
  copyLink(url: string): void;
}

/** The menu for a right click: the link, spelling suggestions, then editing commands. Empty if there is nothing to do. */
export function contextMenuTemplate(params: ClickParams, actions: ClickActions): MenuItemConstructorOptions[] {
  const { isEditable, misspelledWord, dictionarySuggestions, selectionText, editFlags, linkURL } = params;
  if (!isEditable) {
    const isOwn = linkURL.startsWith(APP_ORIGIN);
    const link: MenuItemConstructorOptions[] = [
      { label: isOwn ? 'Open' : 'Open in Browser', click: () => actions.openLink(linkURL) },
      ...(isOwn ? [{ label: 'Open in New Window', click: () => actions.openInNewWindow(linkURL) }] : []),
      { label: 'Copy Link', click: () => actions.copyLink(linkURL) },
    ].slice(linkURL === '' ? 3 : 0);
    return selectionText.trim() === '' ? link : [...link, { role: 'copy' }];
  }
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
