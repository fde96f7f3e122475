/** The text of an option in a menu. */
export const withCount = (text: string, count: string): string => (count === '' ? text : `${text} (${count})`);

/**
 * An option whose value is its name. Without a count it has no value attribute, which would lengthen the document. It is no
 * component, because a page has more than a hundred of them.
 */
export const renderCountedOption = (key: string | number, name: string, count: string) => (
  <option key={key} value={count === '' ? undefined : name}>
    {withCount(name, count)}
  </option>
);
