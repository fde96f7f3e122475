import { readFileSync } from 'node:fs';
import type { Deps } from '#server/base/http/context.ts';

const read = (name: string): string => readFileSync(new URL(`./prompts/${name}.md`, import.meta.url), 'utf8').trim();

/** The prompts that come with the product. */
export const defaultPrompts = { writerPrompt: read('writer'), editorPrompt: read('editor') };

/** The prompt of the operator, or the one that comes with the product. */
export const readPrompt = (name: keyof typeof defaultPrompts, { settings }: Pick<Deps, 'settings'>): string =>
  (settings.current[name] || defaultPrompts[name]).replaceAll('{brand}', settings.brand);
