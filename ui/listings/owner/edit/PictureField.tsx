import { smallPhoto } from '#shared/listings/photos.ts';
import { Field } from '#ui/kit/controls/Field.tsx';
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
export function PictureField({ label, hint, value, stored, onChange, onError, error }: PictureFieldProps) {
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
