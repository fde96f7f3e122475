import body from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url';
import display from './fonts/fraunces-soft.woff2?url';

/** For `<link rel="preload" as="font" type="font/woff2" crossorigin>` in the document head. */
export const fontPreloads: readonly string[] = [body, display];
