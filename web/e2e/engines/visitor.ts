import { waitFor, type Engine } from './engine.ts';

type Kind = 'button' | 'tab' | 'link' | 'field' | 'choice' | 'heading';

/**
 * Runs in the page. Scrolls to the visible element with this accessible name, and returns its middle once a click there
 * would reach it. An open dialog hides the page behind it.
 */
function locate(kind: Kind, name: string): { x: number; y: number } | null {
  const selectors: Record<Kind, string> = {
    button: 'button:not([role=tab]), [role=button]',
    tab: '[role=tab]',
    link: 'a[href], [role=menuitem]',
    field: 'input:not([type=radio], [type=checkbox]), textarea, select',
    choice: 'input[type=radio], input[type=checkbox]',
    heading: 'h1, h2, h3',
  };
  const clean = (text: string | null | undefined) => (text ?? '').replaceAll(/\s+/g, ' ').trim();
  const nameOf = (element: Element) =>
    clean(element.getAttribute('aria-label') ?? ((element as HTMLInputElement).labels?.[0] ?? element).textContent);
  const dialogs = [...document.querySelectorAll('[role=dialog], [role=alertdialog], dialog[open]')];
  const scope = dialogs.findLast((dialog) => dialog.getClientRects().length > 0) ?? document;
  // A label may go on after the name, with a count or the word "required".
  const fits = (text: string) => text.startsWith(name) && /^[ ,]/.test(text.slice(name.length));
  const found = [...scope.querySelectorAll<HTMLElement>(selectors[kind])].filter(
    (element) => element.getClientRects().length > 0 && getComputedStyle(element).visibility === 'visible',
  );
  const element = found.find((one) => nameOf(one) === name) ?? found.find((one) => fits(nameOf(one)));
  if (!element) return null;
  const label = (element as HTMLInputElement).labels?.[0];
  const target = kind === 'choice' && label ? label : element;
  target.scrollIntoView({ block: 'center', behavior: 'instant' });
  // A link may wrap, and a label may begin with an empty box.
  const box =
    [...target.getClientRects()].find(({ width, height }) => width > 0 && height > 0) ?? target.getBoundingClientRect();
  const [x, y] = [Math.round(box.left + box.width / 2), Math.round(box.top + box.height / 2)];
  const hit = document.elementFromPoint(x, y);
  if (hit && (target.contains(hit) || hit.contains(target) || element.contains(hit))) return { x, y };
  throw new Error(`covered at ${x}, ${y} by ${hit?.outerHTML.slice(0, 120)}`);
}

/** A person at an engine, who finds things by their visible or accessible names. */
export class Visitor {
  readonly engine: Engine;
  private readonly origin: string;

  constructor(engine: Engine, origin: string) {
    this.engine = engine;
    this.origin = origin;
  }

  async open(path: string): Promise<void> {
    await this.engine.goto(this.origin + path);
    await this.ready();
  }

  async ready(): Promise<void> {
    await waitFor('hydration', () => this.engine.evaluate(() => document.documentElement.dataset.ready !== undefined));
  }

  /** Finds an element once it has stopped moving. */
  find(kind: Kind, name: string): Promise<{ x: number; y: number }> {
    let last = '';
    return waitFor(`the ${kind} “${name}”`, async () => {
      const place = await this.engine.evaluate(locate, kind, name);
      const isStill = place && last === `${place.x} ${place.y}`;
      last = place ? `${place.x} ${place.y}` : '';
      return isStill && place;
    });
  }

  async click(kind: Kind, name: string): Promise<void> {
    const { x, y } = await this.find(kind, name);
    await this.engine.click(x, y);
  }

  /** Types into a field, and checks that the field kept all of it. */
  async fill(name: string, text: string): Promise<void> {
    await this.click('field', name);
    await waitFor(`focus in “${name}”`, () =>
      this.engine.evaluate(() => {
        const field = document.activeElement as HTMLInputElement;
        field.select?.();
        return field.matches('input, textarea');
      }),
    );
    await this.engine.type(text);
    const digits = (value: string) => value.replaceAll(/\s/g, '');
    await waitFor(
      `“${text}” in “${name}”`,
      async () =>
        digits(await this.engine.evaluate(() => (document.activeElement as HTMLInputElement).value)) === digits(text),
    );
  }

  async see(text: string): Promise<void> {
    await waitFor(`the text “${text}”`, () =>
      this.engine.evaluate((wanted) => document.body.innerText.replaceAll(/\s+/g, ' ').includes(wanted), text),
    );
  }

  async at(path: RegExp): Promise<void> {
    await waitFor(`the address ${path}`, async () =>
      path.test(await this.engine.evaluate(() => location.pathname + location.search)),
    );
  }

  isPhone(): Promise<boolean> {
    return this.engine.evaluate(() => innerWidth < 640);
  }

  /** Fails if the page is wider than its window. */
  async fits(): Promise<void> {
    const extra = await this.engine.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (extra > 0) throw new Error(`The page is ${extra} px wider than its window.`);
  }
}
