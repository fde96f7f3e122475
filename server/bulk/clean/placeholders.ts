/** Words that people and programs write into a cell without a value. */
const placeholders = new Set(
  'n/a|#n/a|n.a.|na|null|none|nil|nan|unknown|not available|not applicable|not provided|not listed|tbd|-|--|---|—|?|.|-999|-9999'.split(
    '|',
  ),
);
const MAX_LENGTH = 14;

/** True for a cell that says that there is no value. */
export const isPlaceholder = (cell: string): boolean =>
  cell.length <= MAX_LENGTH && placeholders.has(cell.toLowerCase());
