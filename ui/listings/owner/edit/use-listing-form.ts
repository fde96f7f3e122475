import { useState } from 'react';
import { listingEdit, type OwnListing } from '#contract/listings/own-listings.ts';
import { findProblems } from '#ui/base/forms/use-app-form.ts';
import { pickFields, useConflictForm } from '#ui/base/forms/use-conflict-form.ts';
import { changesOf, formOf, type FormValues } from './fields.ts';

/** The form over a listing, for its owner and for staff. Both refuse the same values with the same sentences. */
export function useListingForm(key: string, listing: OwnListing) {
  const [badDays, setBadDays] = useState<Record<string, string | null>>({});
  const record = useConflictForm(key, listing, formOf, {
    check: (edited, read) => ({
      ...(edited.name.trim() === '' ? { name: 'Please enter a name.' } : {}),
      ...findProblems(listingEdit, changesOf(formOf(read), edited)),
      ...Object.fromEntries(Object.entries(badDays).flatMap(([day, sentence]) => (sentence ? [[day, sentence]] : []))),
    }),
  });
  // The editors of hours hold text of their own, so they start over with these.
  const [version, setVersion] = useState(0);
  const startOver = () => {
    setBadDays({});
    setVersion((previous) => previous + 1);
  };
  return {
    ...record,
    version,
    setBadDay: (day: string, sentence: string | null) => setBadDays((previous) => ({ ...previous, [day]: sentence })),
    takeTheirValues() {
      startOver();
      record.takeTheirValues();
    },
    discardDraft() {
      startOver();
      record.discardDraft();
    },
    /** Forgets the changes of these fields alone. */
    discardFields(fields: readonly (keyof FormValues)[]) {
      setBadDays((previous) => ({ ...previous, ...Object.fromEntries(fields.map((field) => [field, null])) }));
      record.setValues(pickFields(formOf(record.base), fields));
    },
    keepMyValues() {
      startOver();
      return record.keepMyValues();
    },
  };
}
export type ListingFormState = ReturnType<typeof useListingForm>;
