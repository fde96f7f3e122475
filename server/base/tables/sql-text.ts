/** SQL with its bindings, in the order of its placeholders. */
export class SqlText {
  text = '';
  readonly bindings: unknown[] = [];

  /** Throws if the bindings don't fit the placeholders, because Knex would find out only after all parts are joined. */
  add(text: string, ...bindings: unknown[]): this {
    const placeholders = countPlaceholders(text);
    if (placeholders !== bindings.length)
      throw new Error(`${bindings.length} bindings for ${placeholders} placeholders in: ${text}`);
    this.text += text;
    this.bindings.push(...bindings);
    return this;
  }

  append(other: SqlText): this {
    this.text += other.text;
    this.bindings.push(...other.bindings);
    return this;
  }
}

/** Knex reads an escaped question mark as itself. */
function countPlaceholders(text: string): number {
  let count = 0;
  for (let at = text.indexOf('?'); at !== -1; at = text.indexOf('?', at + 1)) if (text[at - 1] !== '\\') count += 1;
  return count;
}

/** Joins conditions with "and". */
export const allOf = (conditions: readonly SqlText[]): SqlText =>
  conditions.reduce(
    (sql, condition, index) => sql.add(index === 0 ? '' : ' and ').append(condition),
    new SqlText().add(conditions.length === 0 ? 'true' : ''),
  );

const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Replaces a column's values with their labels. Other values stay. The labels must not contain a question mark. */
export const caseOf = (column: string, labels: readonly (readonly [value: string, label: string])[]): string =>
  `case ${column} ${labels.map(([value, label]) => `when ${quote(value)} then ${quote(label)}`).join(' ')} else ${column} end`;
