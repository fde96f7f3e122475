import { expect, it } from 'vitest';
import { isTestFile, listFiles, readSource } from './source-files.ts';

/** Each of these follows the policy for dates and times, or writes none for people. */
const formatters: Record<string, string> = {
  'ui/kit/format.ts': 'Every page: Eastern on public pages, the own zone for owners and staff, UTC for billing days.',
  'ui/appointments/owner/AnswerForms.tsx': "The name of the practice's zone.",
  'server/base/email/email-time.ts': 'Every email: Eastern, with the zone.',
  'server/base/http/edit-conflict.ts': 'The sentence about a conflict: Eastern, with the zone.',
  'server/shared/appointments/appointment-state.ts': "Appointments: the practice's zone, with its name.",
  'server/shared/listings/opening-hours.ts': "Hours: the listing's zone.",
  'server/shared/listings/holiday-hours.ts': "Hours: the listing's zone.",
  'server/bulk/runs/registry-run.ts': "The registry's own date.",
  'server/stripe-sandbox/pages.ts': 'A page for developers.',
};
const formatsDates =
  /toLocale(?:Date|Time)String|\b(?:dateStyle|timeStyle|timeZoneName)\b|\b(?:month|hour): '(?:long|short|numeric|2-digit)'/;

it('dates and times are formatted in one place for pages, and in one for emails', () => {
  const found = listFiles(['ui', 'server'], /\.tsx?$/).filter(
    (file) => !isTestFile(file) && !file.startsWith('server/test/') && formatsDates.test(readSource(file)),
  );
  expect(found.toSorted()).toEqual(Object.keys(formatters).toSorted());
});
