/** What forms and pages about practices share. It imports nothing, so that pages which only show pictures stay light. */
export const titles = ['DDS', 'DMD', 'DDS, MS', 'DMD, MS'] as const;
export const MAX_PHOTOS = 20;
export const photoWidths = [400, 800, 1600] as const;

/** The sizes of a picture of ours, for `srcset`; nothing for pictures from elsewhere. */
export const photoSet = (url: string | null | undefined): string | undefined =>
  url?.startsWith('/media/') ? photoWidths.map((width) => `${url}/${width} ${width}w`).join(', ') : undefined;
