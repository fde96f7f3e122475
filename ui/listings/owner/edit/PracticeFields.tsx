import type { OwnListing } from '#contract/listings/own-listings.ts';
import { fullName } from '#ui/listings/listing.ts';
import type { FormErrors } from '#ui/base/forms/use-app-form.ts';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { pausedHint } from './ListingFields.tsx';
import { fieldNames, type FormValues } from './fields.ts';
import { layout } from '#ui/kit/layout.ts';
import css from './PracticeFields.module.css';
import { smallPhoto } from '#shared/listings/photos.ts';
import { FilePicker } from '#ui/kit/controls/FilePicker.tsx';

interface PictureFieldProps {
  label: string;
  hint: string;
  /** A data URL, the URL of the stored picture, or '' for none. */
  value: string;
  stored: string | null;
  onChange: (value: string) => void;
  onError: (sentence: string | null) => void;
  error?: string | undefined;
}

/** A picture that is saved with its form, such as a portrait or a logo. */
function PictureField({ label, hint, value, stored, onChange, onError, error }: PictureFieldProps) {
  return (
    <Field label={label} optional hint={hint} error={error}>
      <FilePicker
        value={
          value === ''
            ? null
            : {
                name: value === stored ? `Current ${label.toLowerCase()}` : `New ${label.toLowerCase()}`,
                dataUrl: smallPhoto(value),
              }
        }
        onChange={(picked) => onChange(picked?.dataUrl ?? '')}
        onError={onError}
      />
    </Field>
  );
}

interface PracticeFieldsProps {
  listing: OwnListing;
  values: FormValues;
  setValues: (change: Partial<FormValues>) => void;
  setError: (name: string, sentence: string | null) => void;
  errors: FormErrors;
  /** The plan has ended: pictures can only be removed. */
  paused: boolean;
  /** Staff see the other dentists, but add none to the owner's account. */
  forStaff: boolean;
  /** False for a listing that doesn't exist yet. */
  hasPictures: boolean;
}

/** The practice of a listing: its name, its logo, the dentist's portrait, and who else works there. */
export function PracticeFields(props: PracticeFieldsProps) {
  const { listing, values, setValues, setError, errors, paused, forStaff, hasPictures } = props;
  const { colleagues } = listing;
  const addPath = `/add-listing?practice=${listing.practiceId}&practiceName=${encodeURIComponent(listing.practiceName ?? '')}`;
  return (
    <div className={layout.roomy}>
      <Field
        label={fieldNames['practiceName']}
        optional
        hint={
          colleagues.length > 0
            ? 'A new name changes this dentist’s listing only. The other dentists keep theirs.'
            : 'Shown on your card and profile, and found in search.'
        }
        error={errors['practiceName']}
      >
        <Input
          name="practiceName"
          autoComplete="off"
          value={values.practiceName}
          onChange={(event) => setValues({ practiceName: event.target.value })}
        />
      </Field>
      {(listing.practiceId !== null || colleagues.length > 0) && (
        <div className={css.people}>
          <p className={css.title}>Dentists at this practice</p>
          <ul>
            <li>{fullName(listing)} (this listing)</li>
            {colleagues.map(({ sameOwner, ...colleague }) => (
              <li key={colleague.id}>
                <Link to={`/profile/${colleague.id}`} target="_blank">
                  {fullName(colleague)}
                </Link>
                {!sameOwner && <span className={layout.muted}> (managed separately)</span>}
              </li>
            ))}
          </ul>
          {!forStaff && listing.practiceId !== null && <Link to={addPath}>Add a dentist at this practice</Link>}
        </div>
      )}
      {hasPictures && (
        <div className={css.pictures}>
          <PictureField
            label={fieldNames['logo']!}
            hint={paused ? pausedHint('Professional') : 'Shown on your profile next to the practice’s name.'}
            value={values.logo}
            stored={listing.logo}
            onChange={(logo) => setValues({ logo })}
            onError={(sentence) => setError('logo', sentence)}
            error={errors['logo']}
          />
          <PictureField
            label={fieldNames['profileImage']!}
            hint={paused ? pausedHint('Professional') : 'The dentist’s face. Shown on your card and profile.'}
            value={values.profileImage}
            stored={listing.profileImage}
            onChange={(profileImage) => setValues({ profileImage })}
            onError={(sentence) => setError('profileImage', sentence)}
            error={errors['profileImage']}
          />
        </div>
      )}
    </div>
  );
}
