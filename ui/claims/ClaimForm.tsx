import { useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useState } from 'react';
import { claimForm, relationships, submitClaim } from '#contract/claims/claims.ts';
import { callOf, PostForm } from '#ui/base/forms/posted-form.tsx';
import { findProblems, useAppForm, WHOLE_FORM } from '#ui/base/forms/use-app-form.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { FilePicker, type PickedFile } from '#ui/kit/controls/FilePicker.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Select } from '#ui/kit/controls/Select.tsx';
import { Textarea } from '#ui/kit/controls/Textarea.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { UploadProgress } from '#ui/kit/display/UploadProgress.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api, fieldsOf, sentenceOf } from '#ui/base/platform/api.ts';
import { refresh } from '#ui/base/platform/query.ts';
import { useUploadProgress } from '#ui/base/platform/use-upload-progress.ts';
import { layout } from '#ui/kit/layout.ts';
import css from './ClaimForm.module.css';

const emptyTexts = {
  requestorName: '',
  requestorEmail: '',
  requestorPhone: '',
  relationshipToPractice: '',
  yearsAtPractice: '',
  licenseNumber: '',
  npi: '',
  additionalInfo: '',
};
type Values = typeof emptyTexts & { document: PickedFile | null; photo: PickedFile | null };

function toBody({ document, photo, ...texts }: Values) {
  return {
    ...texts,
    verificationDocument: document?.dataUrl ?? null,
    documentName: document?.name ?? null,
    practiceImage: photo?.dataUrl ?? null,
  };
}

interface ClaimFormProps {
  listing: { id: number; name: string };
  /** Prefills the person's name and email. */
  user: { name: string; email: string } | null;
  onSent: () => void;
  onCancel: () => void;
  /** Called when the form begins or stops to hold something that closing it would lose. */
  onUnsaved?: (unsaved: boolean) => void;
  /** Called when a request starts and ends. */
  onBusy?: (busy: boolean) => void;
}

/** The request to claim a listing. Its texts are kept on this device until they are sent. Its files are not. */
export function ClaimForm({ listing, user, onSent, onCancel, onUnsaved, onBusy }: ClaimFormProps) {
  const client = useQueryClient();
  const form = useAppForm<Values>({
    defaultValues: {
      ...emptyTexts,
      requestorName: user?.name ?? '',
      requestorEmail: user?.email ?? '',
      document: null,
      photo: null,
    },
    keep: { draft: `claim-${listing.id}` },
    call: callOf(submitClaim, { id: String(listing.id) }),
    check: (values) => findProblems(claimForm, toBody(values)),
  });
  const { values, errors, field } = form;
  const [busy, setBusy] = useState(false);
  const { trackUpload, endUpload, share } = useUploadProgress();

  const hasFiles = values.document !== null || values.photo !== null;
  // Before the file's name is painted, so that Escape right after it can't close the form unasked.
  useLayoutEffect(() => onUnsaved?.(hasFiles), [hasFiles, onUnsaved]);

  const send = async (validValues: Values) => {
    if (busy) return;
    setBusy(true);
    onBusy?.(true);
    try {
      await api(
        submitClaim,
        { params: { id: String(listing.id) }, body: toBody(validValues) as never },
        trackUpload(validValues.document !== null || validValues.photo !== null),
      );
      form.endDraft();
      toast({
        title: 'Claim Request Submitted',
        description: 'Your request is under review. Our team will contact you within 2-3 business days.',
        variant: 'good',
      });
      onSent();
      await refresh(client, '/api/user/claim-requests', '/api/user/started-claims', '/api/dentists', '/api/directory', '/location'); // prettier-ignore
    } catch (error) {
      form.showErrors(fieldsOf(error));
      toast({ title: 'Submission Failed', description: sentenceOf(error), variant: 'destructive' });
    } finally {
      setBusy(false);
      onBusy?.(false);
      endUpload();
    }
  };
  return (
    <PostForm call={form.call} className={layout.roomy} onSubmit={form.submit((validValues) => void send(validValues))}>
      {errors[WHOLE_FORM] && <Callout tone="bad">{errors[WHOLE_FORM]}</Callout>}
      <div className={css.pairs}>
        <Field label="Your name" required error={errors['requestorName']}>
          <Input autoComplete="name" {...field('requestorName')} />
        </Field>
        <Field label="Relationship to practice" required error={errors['relationshipToPractice']}>
          <Select placeholder="Please choose" options={relationships} {...field('relationshipToPractice')} />
        </Field>
        <Field
          label="Email"
          required
          hint="An address at the practice's domain helps us verify you."
          error={errors['requestorEmail']}
        >
          <Input type="email" inputMode="email" autoComplete="email" {...field('requestorEmail')} />
        </Field>
        <Field
          label="Phone"
          required
          hint="The practice's number helps us verify you."
          error={errors['requestorPhone']}
        >
          <Input type="tel" inputMode="tel" autoComplete="tel" {...field('requestorPhone')} />
        </Field>
        <Field label="Years at practice" optional error={errors['yearsAtPractice']}>
          <Input inputMode="numeric" {...field('yearsAtPractice')} />
        </Field>
        <Field label="License number" optional error={errors['licenseNumber']}>
          <Input autoComplete="off" {...field('licenseNumber')} />
        </Field>
      </div>
      <Field label="NPI" optional hint="Your 10-digit National Provider Identifier." error={errors['npi']}>
        <Input inputMode="numeric" autoComplete="off" {...field('npi')} />
      </Field>
      <p className={layout.note} data-without-script>
        Sending a document or a photo needs JavaScript. You can claim without them, and we may ask for one.
      </p>
      <div className={css.pairs} data-needs-script>
        <Field label="Verification document" optional error={errors['verificationDocument']}>
          <FilePicker
            kind="document"
            value={values.document}
            onChange={(document) => form.setValues({ document })}
            onError={(sentence) => form.setError('verificationDocument', sentence)}
          />
        </Field>
        <Field label="Photo of the practice" optional error={errors['practiceImage']}>
          <FilePicker
            value={values.photo}
            onChange={(photo) => form.setValues({ photo })}
            onError={(sentence) => form.setError('practiceImage', sentence)}
          />
        </Field>
      </div>
      <Field label="Additional information" optional error={errors['additionalInfo']}>
        <Textarea rows={3} {...field('additionalInfo')} />
      </Field>
      <p className={layout.note}>Your document and photo are private. Only our review team can see them.</p>
      <UploadProgress share={share} />
      <div className={css.actions}>
        <Button disabled={busy} onClick={onCancel} data-needs-script>
          Cancel
        </Button>
        <Button type="submit" variant="primary" busy={busy}>
          Send claim request
        </Button>
      </div>
    </PostForm>
  );
}
