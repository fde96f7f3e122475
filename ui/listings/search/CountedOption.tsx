/** The text of an option in a menu. */
export const withCount = (text: string, count: string): string => (count === '' ? text : `${text} (${count})`);

/** An option whose value is its name. Without a count it has no value attribute, which would lengthen the document. */
export const CountedOption = ({ name, count }: { name: string; count: string }) => (
  <option value={count === '' ? undefined : name}>{withCount(name, count)}</option>
);
