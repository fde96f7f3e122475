import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import {
  ANONYMOUS_AUTHOR,
  describeMonth,
  languageNames,
  MAX_REVIEW_LENGTH,
  MIN_REVIEW_LENGTH,
  NEEDS_CONSENT,
  reviewLanguages,
  reviewQuestions,
  type ReviewLanguage,
} from '#shared/reviews/review.ts';
import { saveReview, type OwnReview } from '#contract/reviews/reviews.ts';
import { callOf, PostForm } from '#ui/base/forms/posted-form.tsx';
import { useAppForm, WHOLE_FORM } from '#ui/base/forms/use-app-form.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import type { PickedFile } from '#ui/kit/controls/FilePicker.tsx';
import { RadioGroup } from '#ui/kit/controls/RadioGroup.tsx';
import { Select } from '#ui/kit/controls/Select.tsx';
import { Textarea } from '#ui/kit/controls/Textarea.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { UploadProgress } from '#ui/kit/display/UploadProgress.tsx';
import { layout } from '#ui/kit/layout.ts';
import { api } from '#ui/base/platform/api.ts';
import { telling } from '#ui/base/platform/upload-progress-fetch.ts';
import { readDevice } from './device.ts';
import { ReviewPhotos } from './ReviewPhotos.tsx';

type Answer = 'yes' | 'no' | '';
const loadSchema = async () => (await import('./loaded-schemas.ts')).reviewForm;
const starNames = ['1 star: bad', '2 stars: poor', '3 stars: fair', '4 stars: good', '5 stars: excellent'];
const toAnswer = (answer: boolean | null | undefined): Answer => (answer == null ? '' : answer ? 'yes' : 'no');

function startValues({ review, months, verifiedBy }: OwnReview) {
  return {
    stars: review ? String(review.stars) : '',
    explained: toAnswer(review?.explained),
    onTime: toAnswer(review?.onTime),
    priceAsTold: toAnswer(review?.priceAsTold),
    wouldReturn: toAnswer(review?.wouldReturn),
    serviceId: review?.serviceId ? String(review.serviceId) : '',
    visitMonth: review?.visitMonth ?? (verifiedBy === 'visit' ? months.at(-1) : null) ?? '',
    text: review?.text ?? '',
    language: review?.language ?? ('en' as ReviewLanguage),
    removedPhotos: [] as string[],
    photoConsent: false,
    signed: (review && !review.signed ? 'no' : 'yes') as 'yes' | 'no',
  };
}

interface ReviewFormProps {
  token: string;
  own: OwnReview;
  onSaved: (own: OwnReview) => void;
}

export function ReviewForm({ token, own, onSaved }: ReviewFormProps) {
  const [photos, setPhotos] = useState<PickedFile[]>([]);
  const [sentShare, setSentShare] = useState<number | null>(null);
  const form = useAppForm({
    defaultValues: startValues(own),
    keep: { draft: `review ${token.slice(0, 8)}`, place: 'tab', onServer: true },
    schema: loadSchema,
    check: ({ photoConsent }): Record<string, string> =>
      photos.length > 0 && !photoConsent ? { photoConsent: NEEDS_CONSENT } : {},
    call: callOf(saveReview),
  });
  const { values, errors, field } = form;
  const save = useMutation({
    mutationFn: (sent: typeof values) =>
      api(
        saveReview,
        { body: { token, device: readDevice(), ...sent, photos: photos.map(({ dataUrl }) => dataUrl) } },
        photos.length > 0 ? { fetch: telling(setSentShare) } : {},
      ),
    onSuccess(changed) {
      form.endDraft();
      setPhotos([]);
      onSaved(changed);
      scrollTo(0, 0);
    },
    onError: (error) => form.showError(error),
    onSettled: () => setSentShare(null),
  });
  return (
    <PostForm
      call={form.call}
      hidden={{ token }}
      onSubmit={form.submit((sent) => {
        if (!save.isPending) save.mutate(sent);
      })}
    >
      <RadioGroup
        legend="How was it overall?"
        options={starNames.map((label, index) => ({ value: String(index + 1), label })).toReversed()}
        name="stars"
        value={values.stars}
        onValueChange={(stars) => form.setValues({ stars })}
        error={errors.stars}
      />
      {reviewQuestions.map(({ name, question }) => (
        <RadioGroup
          key={name}
          legend={question}
          options={[
            { value: 'yes', label: 'Yes' },
            { value: 'no', label: 'No' },
            { value: '', label: 'Skip' },
          ]}
          isRow
          name={name}
          value={values[name]}
          onValueChange={(answer: Answer) => form.setValues({ [name]: answer })}
          error={errors[name]}
        />
      ))}
      <Field label="What was done?" optional error={errors.serviceId}>
        <Select
          {...field('serviceId')}
          placeholder="Something else"
          options={own.services.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      </Field>
      <Field label="Month of your visit" error={errors.visitMonth}>
        <Select
          {...field('visitMonth')}
          placeholder="Please choose"
          options={[...new Set([...own.months, ...(own.review ? [own.review.visitMonth] : [])])].map((month) => ({
            value: month,
            label: describeMonth(month),
          }))}
        />
      </Field>
      <Field
        label="What should others know?"
        hint={`${MIN_REVIEW_LENGTH} to ${MAX_REVIEW_LENGTH.toLocaleString('en-US')} characters. Please leave out links, phone numbers, and other people's health.`}
        error={errors.text}
        required
      >
        <Textarea {...field('text')} rows={7} maxLength={MAX_REVIEW_LENGTH} />
      </Field>
      <ReviewPhotos
        stored={own.review?.photos ?? []}
        removed={values.removedPhotos}
        onRemovedChange={(removedPhotos) => form.setValues({ removedPhotos })}
        added={photos}
        onAddedChange={setPhotos}
        hasConsent={values.photoConsent}
        onConsentChange={(photoConsent) => form.setValues({ photoConsent })}
        consentError={errors.photoConsent}
        error={errors.photos}
        onError={(sentence) => form.setError('photos', sentence)}
      />
      <RadioGroup
        legend="Language of your review"
        options={reviewLanguages.map((language) => ({ value: language, label: languageNames[language] }))}
        isRow
        name="language"
        value={values.language}
        onValueChange={(language) => form.setValues({ language })}
        error={errors.language}
      />
      <RadioGroup
        legend="Sign as"
        options={[
          { value: 'yes', label: own.signature },
          ...(own.signature === ANONYMOUS_AUTHOR ? [] : [{ value: 'no' as const, label: ANONYMOUS_AUTHOR }]),
        ]}
        isRow
        name="signed"
        value={values.signed}
        onValueChange={(signed: 'yes' | 'no') => form.setValues({ signed })}
        error={errors.signed}
      />
      {errors[WHOLE_FORM] && (
        <Callout tone="bad" announce>
          {errors[WHOLE_FORM]}
        </Callout>
      )}
      <UploadProgress share={sentShare} />
      <div className={layout.tight}>
        <Button type="submit" variant="primary" size="large" busy={save.isPending}>
          {own.review ? 'Send my changes' : 'Send my review'}
        </Button>
        <p className={layout.note}>
          {own.review
            ? 'We check it again before it shows.'
            : 'We check it before it shows. You can change it for 30 days, and delete it at any time.'}
        </p>
      </div>
    </PostForm>
  );
}
