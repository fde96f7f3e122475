/** SQL with its bindings, in the order of its placeholders. */
export class SqlText {
  text = '';
  readonly bindings: unknown[] = [];

  add(text: string, ...bindings: unknown[]): this {
    this.text += text;
    this.bindings.push(...bindings);
    return this;
  }

  append(other: SqlText): this {
    return this.add(other.text, ...other.bindings);
  }
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
