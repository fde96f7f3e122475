import type { ReactNode } from 'react';
import type { OwnListing } from '#contract/listings/own-listings.ts';
import { HolidayHoursEditor } from '../holiday-hours/HolidayHoursEditor.tsx';
import { findBadgeChanges, listFields } from './badge-changes.ts';
import { DecisionFields } from './DecisionFields.tsx';
import { HoursEditor } from './HoursEditor.tsx';
import { AddressFields, DoctorFields, FeatureFields, SocialFields } from './ListingFields.tsx';
import css from './ListingSections.module.css';
import { PracticeFields } from './PracticeFields.tsx';
import { ServicePicker } from './ServicePicker.tsx';
import type { ListingFormState } from './use-listing-form.ts';
import type { identityFields } from '#shared/listings/identity.ts';
import { Callout } from '#ui/kit/display/Callout.tsx';

type Field = (typeof identityFields)[number];

/** Says next to these fields that their edits cost the badge for a while. */
function BadgeNote({ of, changes }: { of: readonly Field[]; changes: readonly Field[] }) {
  const changed = of.filter((field) => changes.includes(field));
  if (changed.length === 0) return null;
  return (
    <Callout tone="warn" title="The Verified badge pauses" announce>
      We check {listFields(changed)} first, usually within three business days. Patients see the new details at once,
      and the badge returns after the check. Adding a common word to a name, such as “&amp; Family”, keeps it.
    </Callout>
  );
}

interface ListingSectionsProps {
  listing: OwnListing;
  form: ListingFormState;
  /** The gallery, which saves each change by itself; null for a listing that doesn't exist yet. */
  photos: ReactNode;
  /** The settings of appointment requests, which are saved by themselves, too. Staff don't see them. */
  appointments?: ReactNode;
  forStaff?: boolean;
}

/** All fields of a listing, in sections. The owner's form and the staff's form show the same. */
export function ListingSections({ listing, form, photos, appointments, forStaff = false }: ListingSectionsProps) {
  const { values, setValues, errors, base } = form;
  const shared = { values, setValues: setValues as (change: never) => void, errors };
  const paused = !listing.planActive && !forStaff;
  // Edits by staff open no check.
  const changes = forStaff ? [] : findBadgeChanges(listing, values);
  return (
    <>
      <Section title="Doctor">
        <DoctorFields {...shared} paused={paused} />
        <BadgeNote of={['name', 'phone']} changes={changes} />
      </Section>
      <Section title="Practice">
        <PracticeFields
          listing={listing}
          values={values}
          setValues={setValues}
          setError={form.setError}
          errors={errors}
          paused={paused}
          forStaff={forStaff}
          hasPictures={photos !== null}
        />
        <BadgeNote of={['practiceName']} changes={changes} />
      </Section>
      <Section title="Address">
        <AddressFields {...shared} />
        <BadgeNote of={['address', 'city', 'state', 'zipCode']} changes={changes} />
      </Section>
      <Section title="Office hours">
        <HoursEditor
          key={base.updatedAt}
          values={values}
          onChange={(day, text) => setValues({ [day]: text })}
          onProblem={form.setBadDay}
        />
      </Section>
      <Section title="Holiday hours">
        <HolidayHoursEditor
          key={base.updatedAt}
          value={values.holidayHours}
          onChange={(text) => setValues({ holidayHours: text })}
          onProblem={(sentence) => form.setBadDay('holidayHours', sentence)}
          error={errors['holidayHours']}
        />
      </Section>
      <Section title="Services and features">
        <ServicePicker
          value={values.serviceIds}
          onChange={(ids) => setValues({ serviceIds: ids })}
          error={errors['serviceIds']}
        />
        <FeatureFields {...shared} />
      </Section>
      <Section title="Prices and insurance">
        <DecisionFields values={values} setValues={setValues} errors={errors} />
      </Section>
      <Section title="Social links">
        <SocialFields {...shared} paused={paused} hasVideo={listing.isProMax} forStaff={forStaff} />
      </Section>
      {appointments && (
        <Section title="Appointment requests">
          <p className={css.muted}>These settings are saved as soon as you change them.</p>
          {appointments}
        </Section>
      )}
      {photos !== null && (
        <Section title="Photos">
          <p className={css.muted}>
            {paused
              ? 'Photos are part of Professional, and paused without it. You can remove photos, which is saved at once.'
              : 'Photos are saved as soon as you change them.'}
          </p>
          {photos}
        </Section>
      )}
    </>
  );
}

interface SectionProps {
  title: string;
  children: ReactNode;
}

function Section({ title, children }: SectionProps) {
  return (
    <section className={css.section}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}
