import { expect, type Locator, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';

/** Does what a person does, and counts clicks, keys, and texts. A text is one field with what is typed or pasted into it. */
export class Steps {
  clicks = 0;
  keys = 0;
  texts = 0;
  readonly #page: Page;
  constructor(page: Page) {
    this.#page = page;
  }

  async click(control: Locator): Promise<void> {
    await control.click();
    this.clicks++;
  }
  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.#page.keyboard.press(key);
    this.keys += keys.length;
  }
  /** Types where the focus is. */
  async type(text: string): Promise<void> {
    await this.#page.keyboard.insertText(text);
    this.texts++;
  }
  async fill(field: Locator, text: string): Promise<void> {
    await field.fill(text);
    this.texts++;
  }
  get counts(): string {
    return [this.clicks, this.keys, this.texts].join(', ');
  }
}

interface TaskRow {
  task: string;
  before: string;
  now: string;
}

/** The rows of the table in docs/tasks.md. */
export const taskRows = (): TaskRow[] =>
  readFileSync('docs/tasks.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('|') && /\d, \d, \d/.test(line))
    .map((line) => {
      const [task = '', before = '', now = ''] = line
        .split('|')
        .slice(1)
        .map((cell) => cell.trim());
      return { task, before, now };
    });

/** Fails if the documented count is another one. */
export function expectCounts(task: string, steps: Steps): void {
  const row = taskRows().find((one) => one.task === task);
  expect([task, steps.counts]).toEqual([task, row?.now ?? 'is not in docs/tasks.md']);
}
