import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type FormEvent } from 'react';
import { claimForm, relationships, submitClaim } from '#contract/claims.ts';
import { useUser } from '#ui/accounts/session.ts';
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
import { focusFirstInvalid, findProblems, useValues } from '#ui/kit/use-values.ts';
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
};
type TextField = keyof typeof empty;

export default function ClaimDialog({
  listing,
  onClose,
}: {
  listing: { id: number; name: string };
  onClose: () => void;
}) {
  const user = useUser();
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const { values, set, errors, setErrors, setError } = useValues({
    ...empty,
    requestorName: user?.name ?? '',
    requestorEmail: user?.email ?? '',
  });
  const [document, setDocument] = useState<PickedFile | null>(null);
  const [photo, setPhoto] = useState<PickedFile | null>(null);
  const [busy, setBusy] = useState(false);
  const { trackUpload, endUpload, share } = useUploadProgress();
  const bindText = (name: TextField) => ({
    name,
    value: values[name],
    onChange: (event: { target: { value: string } }) => set(name, event.target.value),
  });
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const body = {
      ...values,
      verificationDocument: document?.dataUrl ?? null,
      documentName: document?.name ?? null,
      practiceImage: photo?.dataUrl ?? null,
    };
    const problems = findProblems(claimForm, body);
    setErrors(problems);
    if (Object.keys(problems).length > 0) return focusFirstInvalid(form.current);
    setBusy(true);
    try {
      await api(
        submitClaim,
        { params: { id: String(listing.id) }, body: body as never },
        trackUpload(document !== null || photo !== null),
      );
      toast({
        title: 'Claim Request Submitted',
        description: 'Your request is under review. Our team will contact you within 2-3 business days.',
        variant: 'good',
      });
      onClose();
      await refresh(client, '/api/user/claim-requests', '/api/dentists', '/api/directory', '/location');
    } catch (error) {
      setErrors(fieldsOf(error));
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
      <form ref={form} className={css.form} noValidate onSubmit={(event) => void send(event)}>
        <div className={css.pairs}>
          <Field label="Your name" required error={errors['requestorName']}>
            <Input autoComplete="name" {...bindText('requestorName')} />
          </Field>
          <Field label="Relationship to practice" required error={errors['relationshipToPractice']}>
            <Select placeholder="Please choose" options={relationships} {...bindText('relationshipToPractice')} />
          </Field>
          <Field
            label="Email"
            required
            hint="An address at the practice's domain helps us verify you."
            error={errors['requestorEmail']}
          >
            <Input type="email" inputMode="email" autoComplete="email" {...bindText('requestorEmail')} />
          </Field>
          <Field
            label="Phone"
            required
            hint="The practice's number helps us verify you."
            error={errors['requestorPhone']}
          >
            <Input type="tel" inputMode="tel" autoComplete="tel" {...bindText('requestorPhone')} />
          </Field>
          <Field label="Years at practice" optional error={errors['yearsAtPractice']}>
            <Input inputMode="numeric" {...bindText('yearsAtPractice')} />
          </Field>
          <Field label="License number" optional error={errors['licenseNumber']}>
            <Input autoComplete="off" {...bindText('licenseNumber')} />
          </Field>
        </div>
        <Field label="NPI" optional hint="Your 10-digit National Provider Identifier." error={errors['npi']}>
          <Input inputMode="numeric" autoComplete="off" {...bindText('npi')} />
        </Field>
        <div className={css.pairs}>
          <Field label="Verification document" optional error={errors['verificationDocument']}>
            <FilePicker
              kind="document"
              value={document}
              onChange={setDocument}
              onError={(sentence) => setError('verificationDocument', sentence ?? undefined)}
            />
          </Field>
          <Field label="Photo of the practice" optional error={errors['practiceImage']}>
            <FilePicker
              value={photo}
              onChange={setPhoto}
              onError={(sentence) => setError('practiceImage', sentence ?? undefined)}
            />
          </Field>
        </div>
        <Field label="Additional information" optional error={errors['additionalInfo']}>
          <Textarea rows={3} {...bindText('additionalInfo')} />
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
