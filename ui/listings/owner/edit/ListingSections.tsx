import type { ReactNode } from 'react';
import type { OwnListing } from '#contract/listings/own-listings.ts';
import { factFields } from '#shared/listings/facts.ts';
import { dayNames } from '#shared/listings/opening-hours.ts';
import { HolidayHoursEditor } from '../holiday-hours/HolidayHoursEditor.tsx';
import { findBadgeChanges, listFields } from './badge-changes.ts';
import { DecisionFields } from './DecisionFields.tsx';
import { HoursEditor } from './HoursEditor.tsx';
import { AddressFields, DoctorFields, FeatureFields, SocialFields } from './ListingFields.tsx';
import { socials } from './fields.ts';
import { layout } from '#ui/kit/layout.ts';
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

export interface ListingSection {
  /** The hash that opens it. */
  id: string;
  title: string;
  /** The fields that it edits; none if it saves each change by itself. */
  fields: readonly string[];
  content: ReactNode;
}

/** All fields of a listing, in sections. The owner's page and the staff's form show the same. */
export function listSections(props: ListingSectionsProps): ListingSection[] {
  const { listing, form, photos, appointments, forStaff = false } = props;
  const { values, setValues, errors, base } = form;
  const shared = { values, setValues: setValues as (change: never) => void, errors };
  const paused = !listing.planActive && !forStaff;
  // Edits by staff open no check.
  const changes = forStaff ? [] : findBadgeChanges(listing, values);
  return [
    {
      id: 'doctor',
      title: 'Doctor',
      fields: doctorFields,
      content: (
        <>
          <DoctorFields {...shared} paused={paused} />
          <BadgeNote of={['name', 'phone']} changes={changes} />
        </>
      ),
    },
    {
      id: 'practice',
      title: 'Practice',
      fields: ['practiceName', 'logo', 'profileImage'],
      content: (
        <>
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
        </>
      ),
    },
    {
      id: 'address',
      title: 'Address',
      fields: ['address', 'city', 'state', 'zipCode'],
      content: (
        <>
          <AddressFields {...shared} />
          <BadgeNote of={['address', 'city', 'state', 'zipCode']} changes={changes} />
        </>
      ),
    },
    {
      id: 'hours',
      title: 'Office hours',
      fields: dayNames.map((day) => `${day}Hours`),
      content: (
        <HoursEditor
          key={`${form.version} ${dayNames.map((day) => base[`${day}Hours`]).join()}`}
          values={values}
          onChange={(day, text) => setValues({ [day]: text })}
          onProblem={(day, sentence) => form.setBadDay(`${day}Hours`, sentence)}
        />
      ),
    },
    {
      id: 'holidays',
      title: 'Holiday hours',
      fields: ['holidayHours'],
      content: (
        <HolidayHoursEditor
          key={`${form.version} ${base.holidayHours}`}
          value={values.holidayHours}
          onChange={(text) => setValues({ holidayHours: text })}
          onProblem={(sentence) => form.setBadDay('holidayHours', sentence)}
          error={errors['holidayHours']}
        />
      ),
    },
    {
      id: 'services',
      title: 'Services and features',
      fields: ['serviceIds', ...factFields],
      content: (
        <>
          <ServicePicker
            value={values.serviceIds}
            onChange={(ids) => setValues({ serviceIds: ids })}
            error={errors['serviceIds']}
          />
          <FeatureFields {...shared} />
        </>
      ),
    },
    {
      id: 'prices',
      title: 'Prices and insurance',
      fields: ['gender', 'insurancePlans', 'whiteningPriceFrom', 'whiteningPriceTo'],
      content: <DecisionFields values={values} setValues={setValues} errors={errors} />,
    },
    {
      id: 'social',
      title: 'Social links',
      fields: socials,
      content: <SocialFields {...shared} paused={paused} hasVideo={listing.isProMax} forStaff={forStaff} />,
    },
    ...(appointments
      ? [
          {
            id: 'appointments',
            title: 'Appointment requests',
            fields: [],
            content: (
              <>
                <p className={layout.note}>These settings are saved as soon as you change them.</p>
                {appointments}
              </>
            ),
          },
        ]
      : []),
    ...(photos !== null
      ? [
          {
            id: 'photos',
            title: 'Photos',
            fields: [],
            content: (
              <>
                <p className={layout.note}>
                  {paused
                    ? 'Photos are part of Professional, and paused without it. You can remove photos, which is saved at once.'
                    : 'Photos are saved as soon as you change them.'}
                </p>
                {photos}
              </>
            ),
          },
        ]
      : []),
  ];
}

const doctorFields = [
  'name',
  'title',
  'specialty',
  'practiceTypeId',
  'experience',
  'phone',
  'email',
  'website',
  'bookingUrl',
  'languages',
  'bio',
];

/** All sections in one form, as staff edit them. */
export const ListingSections = (props: ListingSectionsProps) =>
  listSections(props).map(({ id, title, content }) => (
    <section key={id} className={css.section}>
      <h3>{title}</h3>
      {content}
    </section>
  ));
