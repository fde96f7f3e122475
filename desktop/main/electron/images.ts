import { nativeImage, type NativeImage } from 'electron';
import { join } from 'node:path';

const pathOf = (name: string) => join(import.meta.dirname, '../renderer', name);

export const loadImage = (name: string): NativeImage => nativeImage.createFromPath(pathOf(name));

/** macOS recolors a black template image and picks its @2x version. Windows picks a size from an .ico file. */
export function loadTrayImage(): NativeImage {
  if (process.platform === 'win32') return loadImage('tray.ico');
  if (process.platform !== 'darwin') return loadImage('tray.png');
  const image = loadImage('trayTemplate.png');
  image.setTemplateImage(true);
  return image;
}
