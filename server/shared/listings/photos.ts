/** Shared by forms and pages. Imports nothing, so that pages that only show photos stay small. */
export const titles = ['DDS', 'DMD', 'DDS, MS', 'DMD, MS'] as const;
export const MAX_PHOTOS = 20;
/** In pixels, for either orientation. */
export const MIN_COVER = { width: 600, height: 400 };
export const photoWidths = [400, 800, 1600] as const;

/** The `srcset` of a stored photo; undefined for external images. */
export const photoSet = (url: string | null | undefined): string | undefined =>
  url?.startsWith('/media/') ? photoWidths.map((width) => `${url}/${width} ${width}w`).join(', ') : undefined;

/** The smallest size of a stored photo. */
export const smallPhoto = (url: string): string => (url.startsWith('/media/') ? `${url}/400` : url);

/** The start of the hashes of drawn sample pictures. The hashes of uploads are digests. */
export const SAMPLE_HASH = '0000000000';

/** True for a drawn picture of sample data, which is shown with a mark and without a paid plan. */
export const isSamplePicture = (url: string | null | undefined): boolean =>
  url?.startsWith(`/media/${SAMPLE_HASH}`) ?? false;
