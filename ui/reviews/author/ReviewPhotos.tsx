import type { OwnReview } from '#contract/reviews/reviews.ts';
import { MAX_REVIEW_PHOTOS } from '#shared/reviews/review.ts';
import { Checkbox } from '#ui/kit/controls/Checkbox.tsx';
import { Field, FieldGroup } from '#ui/kit/controls/Field.tsx';
import { FilePicker, type PickedFile } from '#ui/kit/controls/FilePicker.tsx';
import { layout } from '#ui/kit/layout.ts';
import css from './ReviewPhotos.module.css';

interface ReviewPhotosProps {
  stored: NonNullable<OwnReview['review']>['photos'];
  /** The ids of stored photos to remove. */
  removed: readonly string[];
  onRemovedChange: (removed: string[]) => void;
  added: readonly PickedFile[];
  onAddedChange: (added: PickedFile[]) => void;
  hasConsent: boolean;
  onConsentChange: (hasConsent: boolean) => void;
  consentError: string | undefined;
  error: string | undefined;
  onError: (sentence: string | null) => void;
}

/** The photos of a review: those that are stored, and those that are sent with the form. */
export function ReviewPhotos(props: ReviewPhotosProps) {
  const { stored, removed, onRemovedChange, added, onAddedChange, error, onError } = props;
  const count = stored.filter(({ id }) => !removed.includes(String(id))).length + added.length;
  return (
    <FieldGroup
      legend="Photos"
      hint={`Optional, up to ${MAX_REVIEW_PHOTOS}. We remove the location and the other data that your camera stored. Our staff look at photos before your review shows.`}
    >
      {stored.map(({ id, image, width, height }, index) => (
        <div key={id} className={css.stored}>
          <img src={image} alt={`Sent by you, ${index + 1} of ${stored.length}`} width={width} height={height} />
          <Checkbox
            label={`Remove photo ${index + 1}`}
            name="removedPhotos"
            value={id}
            checked={removed.includes(String(id))}
            onChange={({ target }) =>
              onRemovedChange(
                target.checked ? [...removed, String(id)] : removed.filter((other) => other !== String(id)),
              )
            }
          />
        </div>
      ))}
      <p className={layout.note} data-without-script>
        Adding photos needs JavaScript. You can send your review without them.
      </p>
      <div className={layout.tight} data-needs-script>
        {added.map((file, index) => (
          <Field key={file.dataUrl} label={file.name} hideLabel>
            <FilePicker
              value={file}
              onChange={() => onAddedChange(added.filter((_, other) => other !== index))}
              onError={onError}
            />
          </Field>
        ))}
        {count < MAX_REVIEW_PHOTOS && (
          <Field label="Add a photo" hideLabel error={error}>
            <FilePicker
              value={null}
              onChange={(file) =>
                file && !added.some(({ dataUrl }) => dataUrl === file.dataUrl) && onAddedChange([...added, file])
              }
              onError={onError}
            />
          </Field>
        )}
        {added.length > 0 && (
          <Field label="Consent" hideLabel error={props.consentError}>
            <Checkbox
              label="I took these photos. Every face in them is mine, or the person agreed to be shown here."
              checked={props.hasConsent}
              invalid={props.consentError !== undefined}
              onChange={({ target }) => props.onConsentChange(target.checked)}
            />
          </Field>
        )}
      </div>
    </FieldGroup>
  );
}
