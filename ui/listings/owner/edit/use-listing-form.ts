import { useState } from 'react';
import { listingEdit, type OwnListing } from '#contract/listings/own-listings.ts';
import { findProblems } from '#ui/base/forms/use-app-form.ts';
import { useConflictForm } from '#ui/base/forms/use-conflict-form.ts';
import { changesOf, formOf } from './fields.ts';

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
  const clearBadDays = () => setBadDays({});
  return {
    ...record,
    setBadDay: (day: string, sentence: string | null) => setBadDays((previous) => ({ ...previous, [day]: sentence })),
    takeTheirValues() {
      clearBadDays();
      record.takeTheirValues();
    },
    discardDraft() {
      clearBadDays();
      record.discardDraft();
    },
    keepMyValues() {
      clearBadDays();
      return record.keepMyValues();
    },
  };
}
export type ListingFormState = ReturnType<typeof useListingForm>;
