import type { ShortcutGroup } from '../shown-shortcuts.ts';

export const tableShortcuts: ShortcutGroup = {
  name: 'This list',
  shortcuts: [
    ['J', 'Next row'],
    ['K', 'Previous row'],
    ['Enter', 'Open the row'],
    ['X', 'Select the row'],
    ['Shift J', 'Extend the selection down'],
    ['Shift K', 'Extend the selection up'],
    ['Ctrl A', 'Select the page'],
    ['Home', 'First row of the page'],
    ['End', 'Last row of the page'],
  ],
};
