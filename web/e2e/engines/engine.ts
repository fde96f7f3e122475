/** A step of a mouse or keyboard, as WebDriver defines it. Classic WebDriver and BiDi share the format. */
export interface InputSource {
  type: 'pointer' | 'key';
  id: string;
  actions: Record<string, unknown>[];
}

/** Few calls, so that Playwright, WebDriver BiDi, and classic WebDriver each implement them in some lines. */
export interface Engine {
  /** The browser, its version, and how it is driven. */
  name: string;
  goto(url: string): Promise<void>;
  back(): Promise<void>;
  /** Calls a function in the page with plain values. */
  evaluate<A extends unknown[], T>(run: (...args: A) => T, ...args: A): Promise<T>;
  click(x: number, y: number): Promise<void>;
  type(text: string): Promise<void>;
  /** Uncaught errors of pages so far. */
  errors(): Promise<string[]>;
  close(): Promise<void>;
}

export interface Size {
  width: number;
  height: number;
}

export const clickActions = (x: number, y: number): InputSource[] => [
  {
    type: 'pointer',
    id: 'mouse',
    // The first move starts hydration, as a person's does.
    actions: [
      { type: 'pointerMove', x: x - 1, y, duration: 0 },
      { type: 'pointerMove', x, y, duration: 0 },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ],
  },
];

export const typeActions = (text: string): InputSource[] => [
  {
    type: 'key',
    id: 'keyboard',
    actions: [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]),
  },
];

/** Waits until `read` returns a value. A page that is being replaced throws, which only means that it isn't ready. */
export async function waitFor<T>(label: string, read: () => Promise<T | null | undefined | false>): Promise<T> {
  let problem = '';
  for (const end = Date.now() + 20_000; Date.now() < end; await new Promise((done) => setTimeout(done, 50))) {
    try {
      const value = await read();
      if (value) return value;
    } catch (error) {
      problem = ` (${(error as Error).message})`;
    }
  }
  throw new Error(`Waited 20 s for ${label}${problem}`);
}
