import { Refusal } from '#server/base/http/errors.ts';

const MAX_CELL = 100_000;
const MAX_ROW_GROWTH = 1_000_000;
/** The characters that the steps may read and write for one row, which takes a few milliseconds. */
const MAX_ROW_WORK = 10_000_000;
const MAX_GROWTH = 2 ** 30;
const MAX_ADDED_COLUMNS = 1_000;

const refuse = (why: string) => new Refusal(422, 'recipe_limit', why);
const count = (value: number) => value.toLocaleString('en-US');

/** Refuses steps that would fill the memory, with the number of the step. Recipes for real lists stay far below these limits. */
export class RowLimits {
  /** The number of the current step, from 1. */
  step = 1;
  #line = 0;
  #work = 0;
  #rowGrowth = 0;
  #growth = 0;

  startRow(line: number): void {
    this.#line = line;
    this.#growth += Math.max(0, this.#rowGrowth);
    this.#work = 0;
    this.#rowGrowth = 0;
  }

  /** Writes a cell. A cell that was too long in the file may stay so. */
  write(cells: string[], column: number, value: string): void {
    const before = cells[column]!.length;
    if (value.length > before) this.refuseLength(value.length);
    this.#work += before + value.length;
    if (this.#work > MAX_ROW_WORK)
      throw refuse(
        `Step ${this.step} is too much work for line ${this.#line}, whose cells are long. Remove some steps.`,
      );
    this.#rowGrowth += value.length - before;
    if (this.#rowGrowth > MAX_ROW_GROWTH)
      throw refuse(
        `Step ${this.step} makes line ${this.#line} more than ${count(MAX_ROW_GROWTH)} characters longer. Change or remove this step.`,
      );
    if (this.#growth + this.#rowGrowth > MAX_GROWTH)
      throw refuse(`Step ${this.step} makes this file more than 1 GB larger. Change or remove this step.`);
    cells[column] = value;
  }

  /** Refuses a text of this length before it is built. */
  refuseLength(length: number): void {
    if (length > MAX_CELL)
      throw refuse(
        `Step ${this.step} makes a cell of line ${this.#line} longer than ${count(MAX_CELL)} characters. Change or remove this step.`,
      );
  }

  refuseColumns(added: number): void {
    if (added > MAX_ADDED_COLUMNS)
      throw refuse(`Step ${this.step} adds more than ${count(MAX_ADDED_COLUMNS)} columns. Change or remove this step.`);
  }
}
