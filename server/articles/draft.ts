import { z } from 'zod';
import { META_DESCRIPTION_MAX, META_TITLE_MAX } from '#shared/articles/topics.ts';
import { isWellFormed } from '#contract/values.ts';

const MIN_WORDS = 300;
const MAX_WORDS = 1_500;

const countWords = (text: string): number => text.split(/\s+/).filter(Boolean).length;

/** Plain text. Articles are shown without rendering markup, so an answer with markup is rejected. */
const plainText = z
  .string()
  .transform((text) => text.replace(/\r\n?/g, '\n').trim())
  .refine(isWellFormed, 'holds characters that are not text')
  .refine((text) => !/<\/?[a-z][^>]*>/i.test(text), 'holds HTML')
  .refine((text) => !/^#{1,6} |\*\*[^*\n]+\*\*|\[[^\]\n]+\]\([^)\n]+\)|^```/m.test(text), 'holds Markdown')
  .refine((text) => !/https?:\/\//i.test(text), 'holds a link');

export const draft = z.object({
  title: plainText.pipe(z.string().min(8, 'is too short').max(120, 'is too long')),
  excerpt: plainText.pipe(z.string().min(40, 'is too short').max(400, 'is too long')),
  content: plainText
    .refine((text) => countWords(text) >= MIN_WORDS, `has fewer than ${MIN_WORDS} words`)
    .refine((text) => countWords(text) <= MAX_WORDS, `has more than ${MAX_WORDS} words`)
    .refine((text) => text.length <= 20_000, 'is too long'),
  tags: z
    .array(plainText.pipe(z.string().min(1).max(40, 'has a tag that is too long')))
    .min(1, 'are missing')
    .max(10, 'are too many'),
  metaTitle: plainText.pipe(
    z.string().min(5, 'is too short').max(META_TITLE_MAX, `is longer than ${META_TITLE_MAX} characters`),
  ),
  metaDescription: plainText.pipe(
    z.string().min(20, 'is too short').max(META_DESCRIPTION_MAX, `is longer than ${META_DESCRIPTION_MAX} characters`),
  ),
});
export type Draft = z.output<typeof draft>;

/** Reads the draft in an answer, or describes to the writer what is wrong with it. */
export function readDraft(answer: string): { draft: Draft } | { problem: string } {
  const start = answer.indexOf('{');
  const end = answer.lastIndexOf('}');
  let value: unknown;
  try {
    value = JSON.parse(start < 0 ? '' : answer.slice(start, end + 1));
  } catch {
    return { problem: 'the answer is not one JSON object' };
  }
  const parsed = draft.safeParse(value);
  if (parsed.success) return { draft: parsed.data };
  const problems = parsed.error.issues.map((issue) =>
    issue.code === 'invalid_type' ? `${issue.path.join('.')} is missing` : `${issue.path.join('.')} ${issue.message}`,
  );
  return { problem: [...new Set(problems)].slice(0, 6).join('; ') };
}
