import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { baseValues, editConflictError } from './edit-conflict.ts';
import { id, sentTime, text } from './values.ts';

export const adSlots = ['header', 'sidebar', 'footer'] as const;
export type AdSlotName = (typeof adSlots)[number];

const code = text(20_000);
const flag = z.boolean('Please answer yes or no.');

/** Accepts only `<meta name="…" content="…">` with a known name and a plain value. */
const META = /^<meta\s+name="(google-adsense-account|google-site-verification)"\s+content="([\w.-]{1,200})"\s*\/?>$/;
export const readMetaTag = (tag: string | null): { name: string; content: string } | null => {
  const match = META.exec(tag?.trim() ?? '');
  return match ? { name: match[1]!, content: match[2]! } : null;
};

const ADS_TXT_LINE =
  /^(?:[a-z0-9-]+(?:\.[a-z0-9-]+)+\s*,\s*[^\s,#]{1,100}\s*,\s*(?:direct|reseller)(?:\s*,\s*[\w-]{1,40})?|(?:contact|subdomain|inventorypartnerdomain|ownerdomain|managerdomain)\s*=\s*\S[^#]{0,200})\s*(?:#.*)?$/i;
/** The number of the first invalid line, or 0. */
const wrongAdsTxtLine = (value: string): number =>
  value.split(/\r\n|\r|\n/).findIndex((line) => !/^\s*(?:#.*)?$/.test(line) && !ADS_TXT_LINE.test(line.trim())) + 1;

/** The fields that can be saved one by one, with their schemas. */
export const adFields = {
  publisherId: text(40).refine(
    (value) => value === '' || /^(?:ca-)?pub-\d{10,20}$/.test(value.trim()),
    'A publisher id looks like pub-1234567890123456.',
  ),
  adsenseCode: code,
  adsTxt: text(50_000).superRefine((value, ctx) => {
    const line = wrongAdsTxtLine(value);
    if (line > 0)
      ctx.addIssue({
        code: 'custom',
        message: `Line ${line} is not an ads.txt line, such as: google.com, pub-1234567890123456, DIRECT, f08c47fec0942fa0`,
      });
  }),
  metaTag: text(400).refine(
    (value) => value.trim() === '' || readMetaTag(value) !== null,
    'Please paste the tag as it is given to you: <meta name="google-adsense-account" content="ca-pub-1234567890123456">',
  ),
  headerAdsEnabled: flag,
  headerAdCode: code,
  sidebarAdsEnabled: flag,
  sidebarAdCode: code,
  footerAdsEnabled: flag,
  footerAdCode: code,
};
export type AdField = keyof typeof adFields;
const adFieldNames = Object.keys(adFields) as [AdField, ...AdField[]];

export const adSettings = z.object({
  id,
  publisherId: z.string().nullable(),
  adsenseCode: z.string().nullable(),
  adsTxt: z.string().nullable(),
  metaTag: z.string().nullable(),
  headerAdsEnabled: z.boolean(),
  headerAdCode: z.string().nullable(),
  sidebarAdsEnabled: z.boolean(),
  sidebarAdCode: z.string().nullable(),
  footerAdsEnabled: z.boolean(),
  footerAdCode: z.string().nullable(),
  updatedAt: sentTime,
  updatedBy: id.nullable(),
});
export type AdSettings = z.output<typeof adSettings>;

export const getAdSettings = endpoint('GET', '/api/admin/ad-settings', {
  summary: 'Ad settings',
  reply: adSettings,
});

/** Enough for the ad codes before and after the edit. */
const MAX_BODY_WITH_BASE_VALUES = 300_000;
export const saveAdSettings = endpoint('PUT', '/api/admin/ad-settings', {
  summary: 'Save the placements and the account. Omitted fields stay unchanged',
  body: z
    .object({
      ...adFields,
      headerAdCode: code.nullable(),
      sidebarAdCode: code.nullable(),
      footerAdCode: code.nullable(),
    })
    .partial()
    .extend(baseValues),
  reply: adSettings,
  errors: editConflictError,
  limit: MAX_BODY_WITH_BASE_VALUES,
});

export const saveAdField = endpoint('PUT', '/api/admin/ad-settings/field', {
  summary: 'Save one field of the ad settings',
  body: z.object({
    field: z.enum(adFieldNames, 'That field does not exist.'),
    value: z.union([z.string(), z.boolean(), z.null()], 'Please enter a text, or yes or no.'),
    ...baseValues,
  }),
  reply: adSettings,
  errors: editConflictError,
  limit: MAX_BODY_WITH_BASE_VALUES,
});

/** The part of the settings that pages need. The ad code is left out, because it runs only in its frame. */
export const publicAds = endpoint('GET', '/api/ads', {
  summary: 'Which ad placements are on, and the verified tag for the document head',
  reply: z.object({
    meta: z.object({ name: z.string(), content: z.string() }).nullable(),
    slots: z.array(z.enum(adSlots)),
  }),
});

export const adsTxt = endpoint('GET', '/ads.txt', { summary: 'The ads.txt of this site', streams: 'text/plain' });
export const adFrame = endpoint('GET', '/ads/frame/:slot', {
  summary: 'The sandboxed frame in which ad code runs',
  params: z.object({ slot: z.enum([...adSlots, 'preview'], 'That placement does not exist.') }),
  streams: 'text/html',
});
