import { MAX_ADDED_PHOTOS } from '#contract/groups/group-changes.ts';
import { dayNames, type DayName } from '#shared/listings/opening-hours.ts';
import type { FormErrors } from '#ui/base/forms/use-app-form.ts';
import { Field } from '#ui/kit/controls/Field.tsx';
import { FilePicker, type PickedFile } from '#ui/kit/controls/FilePicker.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { layout } from '#ui/kit/layout.ts';
import { HoursEditor, type HoursValues } from '#ui/listings/owner/edit/HoursEditor.tsx';
import { PlanField } from '#ui/listings/owner/edit/PlanField.tsx';
import css from './ChangeFields.module.css';

interface AddedPhoto {
  file: PickedFile | null;
  alt: string;
}
export interface ChangeValues extends HoursValues {
  insurancePlans: string;
  whiteningPriceFrom: string;
  whiteningPriceTo: string;
  photos: AddedPhoto[];
}
const noPhoto: AddedPhoto = { file: null, alt: '' };

export const emptyChange: ChangeValues = {
  ...(Object.fromEntries(dayNames.map((day) => [`${day}Hours`, ''])) as HoursValues),
  insurancePlans: '',
  whiteningPriceFrom: '',
  whiteningPriceTo: '',
  photos: [noPhoto],
};

interface ChangeFieldsProps {
  values: ChangeValues;
  errors: FormErrors;
  onChange: (change: Partial<ChangeValues>) => void;
  onDayProblem: (day: DayName, sentence: string | null) => void;
  onPhotoError: (sentence: string | null) => void;
}

/** The parts of a change without its dates, each closed until it is needed. Empty fields don't change. */
export function ChangeFields({ values, errors, onChange, onDayProblem, onPhotoError }: ChangeFieldsProps) {
  const price = (name: 'whiteningPriceFrom' | 'whiteningPriceTo', label: string) => (
    <Field label={label} optional error={errors[name]}>
      <Input
        inputMode="numeric"
        placeholder="$"
        autoComplete="off"
        value={values[name]}
        onChange={(event) => onChange({ [name]: event.target.value })}
      />
    </Field>
  );
  return (
    <>
      <details className={css.part}>
        <summary>Regular hours</summary>
        <p className={layout.muted}>Days that aren’t set keep their hours.</p>
        <HoursEditor values={values} onChange={(day, text) => onChange({ [day]: text })} onProblem={onDayProblem} />
      </details>
      <details className={css.part}>
        <summary>Insurance plans</summary>
        <PlanField
          value={values.insurancePlans}
          onChange={(insurancePlans) => onChange({ insurancePlans })}
          hint="They replace the plans of each location. Without a choice, nothing changes."
          error={errors['insurancePlans']}
        />
      </details>
      <details className={css.part}>
        <summary>Teeth whitening price</summary>
        <div className={layout.columns}>
          {price('whiteningPriceFrom', 'From')}
          {price('whiteningPriceTo', 'To')}
        </div>
      </details>
      <details className={css.part}>
        <summary>Photos</summary>
        <p className={layout.muted}>They go before each location’s own photos. The first becomes the cover.</p>
        <Photos photos={values.photos} onChange={(photos) => onChange({ photos })} onError={onPhotoError} />
        {errors['photos'] && <p role="alert">{errors['photos']}</p>}
      </details>
    </>
  );
}

interface PhotosProps {
  photos: readonly AddedPhoto[];
  onChange: (photos: AddedPhoto[]) => void;
  onError: (sentence: string | null) => void;
}

/** There is always one more place, up to the limit. */
function Photos({ photos, onChange, onError }: PhotosProps) {
  const change = (index: number, next: Partial<AddedPhoto>) => {
    const chosen = photos.map((photo, n) => (n === index ? { ...photo, ...next } : photo)).filter(({ file }) => file);
    onChange(chosen.length < MAX_ADDED_PHOTOS ? [...chosen, noPhoto] : chosen);
  };
  return photos.map(({ file, alt }, index) => (
    <div key={index} className={layout.stack}>
      <Field label={index === 0 ? 'Cover photo' : `Photo ${index + 1}`} optional>
        <FilePicker value={file} onChange={(picked) => change(index, { file: picked })} onError={onError} />
      </Field>
      {file && (
        <Field label={`What photo ${index + 1} shows`} optional>
          <Input maxLength={300} value={alt} onChange={(event) => change(index, { alt: event.target.value })} />
        </Field>
      )}
    </div>
  ));
}
