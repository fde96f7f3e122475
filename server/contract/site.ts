import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { email, line, ok, text } from './values.ts';

/** The server signs the sum, and accepts its answer once within ten minutes. */
export const humanCheck = endpoint('GET', '/api/human-check', {
  summary: 'A sum of two numbers from 1 to 10 that keeps bots out',
  reply: z.object({ a: z.int(), b: z.int(), token: z.string() }),
});
export const humanAnswer = z.object({
  token: z.string().max(300),
  answer: z.union([z.int(), z.string().max(10)]).transform((value) => Number(String(value).trim() || Number.NaN)),
});

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
  reply: ok,
  errors: { verification_failed: 400 },
});

export const siteInfo = endpoint('GET', '/api/site', {
  summary: 'Support contacts, and whether this site has sample data and test payments',
  reply: z.object({
    supportEmail: z.string(),
    supportPhone: z.string(),
    sampleData: z.boolean(),
    testPayments: z.boolean(),
  }),
});

export const cspReport = endpoint('POST', '/api/csp-report', {
  summary: 'Browsers report blocked content here',
  rawBody: 'application/csp-report',
  reply: ok,
});
