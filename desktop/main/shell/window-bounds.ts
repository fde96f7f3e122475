import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { replaceFile } from '../../offline/replace-file.ts';

const boundsSchema = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().min(640),
  height: z.int().min(480),
  maximized: z.boolean(),
  fullscreen: z.boolean().default(false),
});
type WindowBounds = z.output<typeof boundsSchema>;
type SavedBounds = z.input<typeof boundsSchema>;
interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The saved bounds of the window. Leaves out a position that is no longer on any screen. */
export function readWindowBounds(folder: string, screens: Area[]): Partial<WindowBounds> {
  let bounds: WindowBounds;
  try {
    bounds = boundsSchema.parse(JSON.parse(readFileSync(join(folder, 'window.json'), 'utf8')));
  } catch {
    return { width: 1280, height: 840 };
  }
  const isVisible = screens.some(
    (screen) =>
      bounds.x + bounds.width > screen.x + 80 &&
      bounds.x < screen.x + screen.width - 80 &&
      bounds.y >= screen.y - 10 &&
      bounds.y < screen.y + screen.height - 40,
  );
  const { x: _x, y: _y, ...size } = bounds;
  return isVisible ? bounds : size;
}

export const saveWindowBounds = (folder: string, bounds: SavedBounds): Promise<void> =>
  replaceFile(join(folder, 'window.json'), JSON.stringify(bounds));
