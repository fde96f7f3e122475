import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { replaceFile } from '../../offline/replace-file.ts';

const shape = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().min(640),
  height: z.int().min(480),
  maximized: z.boolean(),
});
export type Place = z.output<typeof shape>;
interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Where the window was. A place that no screen shows any more is not used. */
export function readPlace(folder: string, screens: Area[]): Partial<Place> {
  let place: Place;
  try {
    place = shape.parse(JSON.parse(readFileSync(join(folder, 'window.json'), 'utf8')));
  } catch {
    return { width: 1280, height: 840 };
  }
  const seen = screens.some(
    (screen) =>
      place.x + place.width > screen.x + 80 &&
      place.x < screen.x + screen.width - 80 &&
      place.y >= screen.y - 10 &&
      place.y < screen.y + screen.height - 40,
  );
  return seen ? place : { width: place.width, height: place.height, maximized: place.maximized };
}

export const keepPlace = (folder: string, place: Place): Promise<void> =>
  replaceFile(join(folder, 'window.json'), JSON.stringify(place));
