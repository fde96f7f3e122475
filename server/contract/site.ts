import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { email, line, ok, sentTime, text } from './values.ts';
import { work, workProof } from './work.ts';

/** The server signs both, and accepts an answer to one of them once within ten minutes. */
export const humanCheck = endpoint('GET', '/api/human-check', {
  summary: 'Work for the browser, or a sum of two numbers from 1 to 10 for a person, that keeps bots out',
  reply: z.object({ a: z.int(), b: z.int(), token: z.string(), work }),
});
const unsolved = "Please solve the math problem correctly to confirm you're human.";
const sumAnswer = z.object({
  token: z.string().max(300),
  answer: z
    .union([z.int(), z.string().max(10)], unsolved)
    .transform((value) => Number(String(value).trim() || Number.NaN)),
});
export const humanAnswer = z.union([workProof, sumAnswer], unsolved);

const contactCategories = ['general', 'technical', 'dentist', 'partnership', 'feedback', 'billing'] as const;
export const contactForm = z.object({
  name: line(200).pipe(z.string().min(1, 'Please enter your name.')),
  email,
  subject: line(200).pipe(z.string().min(1, 'Please enter a subject.')),
  category: z.enum(contactCategories).default('general'),
  message: text(5000).refine((value) => value.trim() !== '', 'Please enter a message.'),
});
export const sendContact = endpoint('POST', '/api/contact', {
  summary: 'Send a message to support',
  body: contactForm.extend({ humanCheck: humanAnswer }),
  /** The hours within which we promise an answer. */
  reply: ok.extend({ answerHours: z.int() }),
  errors: { verification_failed: 400 },
});

export const siteInfo = endpoint('GET', '/api/site', {
  summary:
    'The brand, support contacts, social accounts, whether this site has sample data, payments, and test payments, and the ground of its map',
  reply: z.object({
    brand: z.string(),
    /** The line at the top of every page: that the site is read-only, an incident, or planned work. */
    banner: z
      .object({
        kind: z.enum(['read_only', 'ongoing', 'watching', 'planned']),
        title: z.string(),
        startsAt: sentTime,
        endsAt: sentTime.nullable(),
      })
      .nullable(),
    supportEmail: z.string(),
    supportPhone: z.string(),
    /** The site's accounts on social networks. */
    socialLinks: z.array(z.string()),
    sampleData: z.boolean(),
    testPayments: z.boolean(),
    /** False if claims and listings are free and there are no plans. */
    payments: z.boolean(),
    /** Staff can log in at an identity provider. */
    singleSignOn: z.boolean(),
    /** The street map that the operator installed. */
    mapGround: z.object({ url: z.string(), attribution: z.string() }).nullable(),
    /** The tile server that the operator chose for the map. Null for the outlines that ship with the code. */
    mapTiles: z.object({ url: z.string(), attribution: z.string() }).nullable(),
  }),
});

export const cspReport = endpoint('POST', '/api/csp-report', {
  summary: 'Browsers report blocked content here',
  rawBody: 'application/csp-report',
  reply: ok,
});
