import { z } from 'zod';
import { suggestionTopics } from '#shared/sources/suggestions.ts';
import { endpoint } from './endpoint.ts';
import { ownListing } from './listings/own-listings.ts';
import { idParam, ok, sentTime } from './values.ts';

const topic = z.enum(suggestionTopics);

const suggestion = z.object({
  id: z.int(),
  topic,
  /** The values as people read them, by the label of their field. */
  values: z.array(z.object({ label: z.string(), value: z.string() })),
  page: z.string(),
  /** The words of the page, or its structured data. */
  quote: z.string(),
  certainty: z.int(),
  seenAt: sentTime,
});
export type Suggestion = z.output<typeof suggestion>;

const staffSuggestion = suggestion.extend({ dentistId: z.int(), name: z.string(), href: z.string() });
export type StaffSuggestion = z.output<typeof staffSuggestion>;

export const listSuggestions = endpoint('GET', '/api/admin/sources/website/suggestions', {
  summary: 'What the websites of unclaimed listings state and the listings lack, at most 100 of a topic or of all',
  query: z.object({ topic: topic.optional() }),
  reply: z.object({
    topics: z.array(
      z.object({
        topic,
        label: z.string(),
        /** Suggestions that staff can accept, and those that wait for owners. */
        open: z.int(),
        forOwners: z.int(),
      }),
    ),
    websites: z.object({
      all: z.int(),
      visited: z.int(),
      /** Not visited in the last four weeks. */
      due: z.int(),
      /** Could not be read on the last visit. */
      failed: z.int(),
    }),
    suggestions: z.array(staffSuggestion),
  }),
});

export const visitWebsites = endpoint('POST', '/api/admin/sources/website/visits', {
  summary: 'Visit the websites of listings that were not visited in the last four weeks, in the background',
  reply: z.object({ due: z.int() }),
});

const ids = z.array(z.int()).min(1).max(1000);

export const acceptSuggestions = endpoint('POST', '/api/admin/sources/website/accept', {
  summary: 'Apply the chosen suggestions, or all of a topic, to unclaimed listings, in one import that can be undone',
  body: z.union([z.object({ ids }), z.object({ topic })]),
  reply: z.object({ id: z.int() }),
  errors: { nothing_open: 422, import_running: 409 },
});

export const declineSuggestions = endpoint('POST', '/api/admin/sources/website/decline', {
  summary: 'Decline suggestions. They return only if the website states something else',
  body: z.object({ ids }),
  reply: z.object({ declined: z.int() }),
});

export const ownSuggestions = endpoint('GET', '/api/user/dentists/:id/suggestions', {
  summary: 'What the website of your listing states and the listing lacks',
  params: idParam,
  reply: z.array(suggestion),
});

const answerParams = idParam.extend({ suggestion: idParam.shape.id });

export const acceptOwnSuggestion = endpoint('POST', '/api/user/dentists/:id/suggestions/:suggestion/accept', {
  summary: 'Take what your website states into your listing',
  params: answerParams,
  reply: ownListing,
  errors: { subscription_required: 403 },
});

export const declineOwnSuggestion = endpoint('POST', '/api/user/dentists/:id/suggestions/:suggestion/decline', {
  summary: 'Decline a suggestion for your listing',
  params: answerParams,
  reply: ok,
});
