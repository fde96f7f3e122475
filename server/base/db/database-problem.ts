/** A reason not to use a database. Its message says what to do, so it is printed without a stack trace. */
export class DatabaseProblem extends Error {
  override readonly name = 'DatabaseProblem';
}
