import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '../../offline/replace-file.ts';

export type Theme = 'system' | 'light' | 'dark';

/** The theme chosen in the page, so that the next start opens its window in the right color. */
export function readTheme(folder: string): Theme {
  try {
    const theme = readFileSync(join(folder, 'theme'), 'utf8');
    return theme === 'light' || theme === 'dark' ? theme : 'system';
  } catch {
    return 'system';
  }
}

export const saveTheme = (folder: string, theme: Theme): Promise<void> => replaceFile(join(folder, 'theme'), theme);
