import type { Page } from '@playwright/test';
import type { RecipeStep } from '#contract/bulk/recipe.ts';
import type { MessyFile } from '#server/test/files/messy-files.ts';
import { expect } from './fixtures.ts';

/** Does what an operator does, and counts clicks, choices, and typed texts. */
export class Operator {
  readonly page: Page;
  actions = 0;
  constructor(page: Page) {
    this.page = page;
  }

  async click(name: string | RegExp, role: 'button' | 'tab' = 'button'): Promise<void> {
    this.actions++;
    await this.page.getByRole(role, { name, exact: true }).click();
  }
  async choose(label: string, value: string): Promise<void> {
    this.actions++;
    await this.page.getByLabel(label, { exact: true }).selectOption(value);
  }
  async type(label: string, text: string): Promise<void> {
    this.actions++;
    await this.page.getByLabel(label, { exact: true }).fill(text);
  }

  /** Takes a file that is open in the workbench to the directory. */
  async finish(messy: MessyFile): Promise<void> {
    const { page } = this;
    await expect(page.getByRole('heading', { name: messy.name, exact: true })).toBeVisible();
    if (messy.format) await this.setFormat(messy.format);
    await expect(page.getByText(/^\d+ rows? · /)).toBeVisible();
    for (const step of messy.steps ?? []) await this.change(step);
    await this.mapColumns(messy.mapping ?? {});
    await this.click('Preview changes');
    await this.click('Import now');
    // A toast of an earlier import says the same.
    await expect(page.getByRole('heading', { name: 'Results' })).toBeVisible();
    await expect(page.getByText(/^Imported \d+ rows/).first()).toBeVisible();
  }

  async mapColumns(mapping: Record<string, string | null>): Promise<void> {
    for (const [header, field] of Object.entries(mapping)) {
      const select = this.page.getByLabel(`Field for ${header}`, { exact: true });
      if (!(await select.isVisible())) await this.scrollRight();
      if ((await select.inputValue()) === (field ?? '')) continue;
      const saving = this.page.waitForResponse((answer) => answer.url().endsWith('/mapping'));
      await this.choose(`Field for ${header}`, field ?? '');
      await saving;
    }
  }

  async setFormat({ sheet, headerLine, delimiter, quote }: NonNullable<MessyFile['format']>): Promise<void> {
    await this.click('Format');
    if (sheet !== undefined) await this.choose('Sheet', sheet);
    if (delimiter !== undefined) await this.choose('Columns separated by', delimiter);
    if (quote !== undefined) await this.choose('Quotation mark', quote);
    if (headerLine !== undefined) await this.type('Header on line', String(headerLine));
    const reading = this.page.waitForResponse((answer) => answer.url().endsWith('/format'));
    await this.click('Read again');
    await reading;
  }

  /** Columns outside the window are not in the document. */
  async scrollRight(): Promise<void> {
    this.actions++;
    await this.page.getByRole('grid').hover();
    await this.page.mouse.wheel(10_000, 0);
  }

  async change(step: RecipeStep): Promise<void> {
    const saving = this.page.waitForResponse((answer) => answer.url().endsWith('/recipe'));
    if (step.do === 'fill') await this.addColumn(step.column, step.value);
    else await this.changeColumn(step);
    expect((await saving).status()).toBe(200);
    await expect(this.page.getByRole('button', { name: 'Undo', exact: true })).toBeEnabled();
  }
  async addColumn(name: string, text: string): Promise<void> {
    await this.click('Add column');
    await this.type('Name', name);
    await this.type('Text in every row', text);
    this.actions++;
    await this.page.getByRole('dialog').getByRole('button', { name: 'Add column' }).click();
  }
  async changeColumn(step: Exclude<RecipeStep, { do: 'fill' }>): Promise<void> {
    if (step.do === 'items') return this.mapNames(step.values);
    if (step.do === 'edit') throw new Error('No messy file needs this.');
    await this.click(`Fix ${step.do === 'join' ? step.columns[0]! : step.column}`);
    if (step.do === 'map') return this.mapValues(step.values);
    await this.click('Change all', 'tab');
    switch (step.do) {
      case 'case':
        await this.choose('Change', step.to);
        break;
      case 'date':
        await this.choose('Change', step.order === 'day' ? 'dayDate' : 'monthDate');
        break;
      case 'replace':
        await this.choose('Change', 'replace');
        await this.type('Find', step.find);
        await this.type('Replace with', step.with);
        break;
      case 'split':
        await this.choose('Change', 'split');
        await this.type('Split at', step.by);
        await this.type('New columns', step.into.join(', '));
        break;
      case 'join':
        await this.choose('Change', 'join');
        await this.choose('Column to add', step.columns[1]!);
        await this.type('Text between', step.by);
        await this.type('New column', step.into);
        break;
      default:
        await this.choose('Change', step.do);
    }
    await this.click('Apply');
  }
  async mapValues(values: Record<string, string>): Promise<void> {
    await this.click('Values', 'tab');
    for (const value of Object.keys(values)) {
      this.actions++;
      await this.page.getByRole('checkbox', { name: `Change ${value}`, exact: true }).check();
    }
    this.actions++;
    await this.page.getByLabel(/^New text for/).fill(Object.values(values)[0]!);
    await this.click(/^Change \d+ rows?$/);
  }
  async mapNames(values: Record<string, string>): Promise<void> {
    for (const [name, known] of Object.entries(values))
      await this.choose(`What to do with ${name}`, known === '' ? '-' : `=${known}`);
    await this.click(/^Apply \d+$/);
  }
}
