import { z } from 'zod';
import { describeContrast } from '#shared/brand-colors.ts';
import { socialNetworkOf } from '#shared/listings/social-networks.ts';
import { baseValues, editConflictError } from './edit-conflict.ts';
import { endpoint } from './endpoint.ts';
import { MAX_BODY_WITH_PICTURES } from './listings/practice-fields.ts';
import { line, text } from './values.ts';

const MOST_LINES = 6;
const lines = (value: string): string[] =>
  value
    .split(/[\r\n]+/)
    .map((each) => each.trim())
    .filter(Boolean);
/** A few lines. Spaces around them and empty ones are dropped. */
const fewLines = (max: number) =>
  text(max)
    .refine((value) => lines(value).length <= MOST_LINES, `Please use at most ${MOST_LINES} lines.`)
    .transform((value) => lines(value).join('\n'));

const longText = text(50_000).transform((value) => value.replace(/\r\n?/g, '\n').trim());

/** The fields of the JSON object that the AI writers answer with. */
const answerKeys = ['title', 'excerpt', 'content', 'tags', 'metaTitle', 'metaDescription'];
const prompt = longText.refine(
  (value) => value === '' || answerKeys.every((key) => value.includes(`"${key}"`)),
  `Please ask for one JSON object with these keys, each in quotation marks: ${answerKeys.map((key) => `"${key}"`).join(', ')}.`,
);

/** Settings that administrators can change. An empty field means the default. */
export const siteFields = {
  brand: line(60).refine((value) => value.length !== 1, 'Please enter a name with at least 2 characters.'),
  description: line(160),
  accent: line(7)
    .transform((value) => value.toLowerCase())
    .superRefine((value, ctx) => {
      if (value === '') return;
      const message = /^#[\da-f]{6}$/.test(value)
        ? describeContrast(value)
        : 'Please enter a color such as #0b7c80: # and six digits from 0 to 9 and a to f.';
      if (message) ctx.addIssue({ code: 'custom', message });
    }),
  /** A new picture as a data URL, or the address of the stored one. */
  logo: z
    .string()
    .max(MAX_BODY_WITH_PICTURES)
    .refine(
      (value) => value === '' || value.startsWith('data:') || /^\/media\/[0-9a-f]{40}$/.test(value),
      'Please choose a picture.',
    ),
  supportEmail: line(254)
    .transform((value) => value.toLowerCase())
    .refine((value) => value === '' || z.email().safeParse(value).success, 'Please enter a valid email address.'),
  supportPhone: line(40).refine(
    (value) => value === '' || value.replace(/\D/g, '').length >= 10,
    'Please enter a phone number with its area code.',
  ),
  supportHours: fewLines(300),
  company: line(120),
  address: fewLines(300),
  author: line(80),
  socialLinks: fewLines(1_000).refine(
    (value) => lines(value).every((link) => socialNetworkOf(link) !== undefined),
    'Please enter https:// addresses of accounts on Facebook, Instagram, X, LinkedIn, YouTube, TikTok, or Reddit, one per line.',
  ),
  terms: longText,
  privacy: longText,
  writerPrompt: prompt,
  editorPrompt: prompt,
};
export type SiteField = keyof typeof siteFields;
export const siteFieldNames = Object.keys(siteFields) as SiteField[];

const texts = z.object(
  Object.fromEntries(siteFieldNames.map((name) => [name, z.string()])) as Record<SiteField, z.ZodString>,
);
/** The chosen values, and those that stand in for empty ones. */
const siteSettings = texts.extend({ defaults: texts });
export type SiteSettingsReply = z.output<typeof siteSettings>;

export const getSiteSettings = endpoint('GET', '/api/admin/site-settings', {
  summary: 'The brand, contacts, legal facts, and AI prompts of the site',
  reply: siteSettings,
});

export const saveSiteSettings = endpoint('PUT', '/api/admin/site-settings', {
  summary:
    'Change the brand, contacts, legal facts, and AI prompts. Omitted fields stay unchanged, and an empty one gets its default',
  limit: MAX_BODY_WITH_PICTURES,
  body: z.object(siteFields).partial().extend(baseValues),
  reply: siteSettings,
  errors: editConflictError,
});
