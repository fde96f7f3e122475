import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { claimForm, relationships, submitClaim } from '#contract/claims.ts';
import { useUser } from '#ui/accounts/session.ts';
import { findProblems, useAppForm } from '#ui/app/use-app-form.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Dialog } from '#ui/kit/overlays/Dialog.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Select } from '#ui/kit/controls/Select.tsx';
import { Textarea } from '#ui/kit/controls/Textarea.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { FilePicker, type PickedFile } from '#ui/kit/controls/FilePicker.tsx';
import { UploadProgress } from '#ui/kit/display/UploadProgress.tsx';
import { useUploadProgress } from '#ui/platform/use-upload-progress.ts';
import { api, fieldsOf, sentenceOf } from '#ui/platform/api.ts';
import { refresh } from '#ui/platform/query.ts';
import css from './ClaimDialog.module.css';

const empty = {
  requestorName: '',
  requestorEmail: '',
  requestorPhone: '',
  relationshipToPractice: '',
  yearsAtPractice: '',
  licenseNumber: '',
  npi: '',
  additionalInfo: '',
  document: null as PickedFile | null,
  photo: null as PickedFile | null,
};

function toBody({ document, photo, ...values }: typeof empty) {
  return {
    ...values,
    verificationDocument: document?.dataUrl ?? null,
    documentName: document?.name ?? null,
    practiceImage: photo?.dataUrl ?? null,
  };
}

export default function ClaimDialog({
  listing,
  onClose,
}: {
  listing: { id: number; name: string };
  onClose: () => void;
}) {
  const user = useUser();
  const client = useQueryClient();
  const form = useAppForm({
    defaultValues: { ...empty, requestorName: user?.name ?? '', requestorEmail: user?.email ?? '' },
    check: (values) => findProblems(claimForm, toBody(values)),
  });
  const { values, errors, field } = form;
  const [busy, setBusy] = useState(false);
  const { trackUpload, endUpload, share } = useUploadProgress();
  const send = async (validValues: typeof empty) => {
    if (busy) return;
    setBusy(true);
    try {
      await api(
        submitClaim,
        { params: { id: String(listing.id) }, body: toBody(validValues) as never },
        trackUpload(validValues.document !== null || validValues.photo !== null),
      );
      toast({
        title: 'Claim Request Submitted',
        description: 'Your request is under review. Our team will contact you within 2-3 business days.',
        variant: 'good',
      });
      onClose();
      await refresh(client, '/api/user/claim-requests', '/api/dentists', '/api/directory', '/location');
    } catch (error) {
      form.showErrors(fieldsOf(error));
      toast({ title: 'Submission Failed', description: sentenceOf(error), variant: 'destructive' });
    } finally {
      setBusy(false);
      endUpload();
    }
  };
  return (
    <Dialog
      title="Request to Claim"
      description={`What's your role at ${listing.name}? We review every request within 2-3 business days.`}
      open
      onOpenChange={(open) => !open && !busy && onClose()}
    >
      <form className={css.form} noValidate onSubmit={form.submit((validValues) => void send(validValues))}>
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
        <div className={css.pairs}>
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
        <p className={css.private}>Your document and photo are private. Only our review team can see them.</p>
        <UploadProgress share={share} />
        <div className={css.actions}>
          <Button disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={busy}>
            Send claim request
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
