/** Shared by forms and pages. Imports nothing, so that pages that only show photos stay small. */
export const titles = ['DDS', 'DMD', 'DDS, MS', 'DMD, MS'] as const;
export const MAX_PHOTOS = 20;
export const photoWidths = [400, 800, 1600] as const;

/** The `srcset` of a stored photo; undefined for external images. */
export const photoSet = (url: string | null | undefined): string | undefined =>
  url?.startsWith('/media/') ? photoWidths.map((width) => `${url}/${width} ${width}w`).join(', ') : undefined;
