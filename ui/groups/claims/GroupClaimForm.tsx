import { useMutation, useQueryClient } from '@tanstack/react-query';
import { groupProofs, relationships, type GroupProof } from '#contract/claims/claims.ts';
import { groupClaimForm, submitGroupClaim, type Claimable } from '#contract/groups/group-claims.ts';
import type { Group } from '#contract/groups/groups.ts';
import { facts } from '#shared/billing/plans.ts';
import { findProblems, useAppForm, WHOLE_FORM } from '#ui/base/forms/use-app-form.ts';
import { api, fieldsOf } from '#ui/base/platform/api.ts';
import { refresh } from '#ui/base/platform/query.ts';
import { toastError } from '#ui/base/platform/toast-error.ts';
import { useUploadProgress } from '#ui/base/platform/use-upload-progress.ts';
import { useUser } from '#ui/base/session.ts';
import { countOf } from '#ui/insights/figure-words.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { FilePicker, type PickedFile } from '#ui/kit/controls/FilePicker.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { RadioGroup } from '#ui/kit/controls/RadioGroup.tsx';
import { Select } from '#ui/kit/controls/Select.tsx';
import { Textarea } from '#ui/kit/controls/Textarea.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { UploadProgress } from '#ui/kit/display/UploadProgress.tsx';
import { layout } from '#ui/kit/layout.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import { listingNouns, placeOf } from '../group-words.ts';

interface GroupClaimFormProps {
  group: Group;
  /** The chosen listings. */
  listings: readonly Claimable[];
  onSent: () => void;
}

/** The person, the proof, and the sending of a claim of many listings. Its texts are kept on this device until they are sent. */
export function GroupClaimForm({ group, listings, onSent }: GroupClaimFormProps) {
  const client = useQueryClient();
  const user = useUser();
  const { trackUpload, endUpload, share } = useUploadProgress();
  const toBody = ({ document, mainId, proof, ...texts }: typeof form.values) => ({
    ...texts,
    proof: proof as GroupProof,
    ids: listings.map(({ id }) => id),
    costCenters: listings.flatMap(({ id, costCenter }) => (costCenter ? [{ id, costCenter }] : [])),
    ...(proof === 'letter' && listings.some(({ id }) => String(id) === mainId) ? { mainId: Number(mainId) } : {}),
    verificationDocument: document?.dataUrl ?? null,
    documentName: document?.name ?? null,
  });
  const form = useAppForm({
    defaultValues: {
      requestorName: user?.name ?? '',
      requestorEmail: user?.email ?? '',
      requestorPhone: '',
      relationshipToPractice: '',
      licenseNumber: '',
      additionalInfo: '',
      proof: 'domain' as string,
      mainId: '',
      document: null as PickedFile | null,
    },
    keep: { draft: `group claim ${group.id}` },
    check: (values): Record<string, string> => findProblems(groupClaimForm, toBody(values)),
  });
  const { values, errors, field } = form;
  const proofs = groupProofs.map(({ value, label }) => ({
    value,
    label,
    hint: {
      domain: `Your account’s email, ${user?.email ?? ''}, is at the domain of the listings’ websites or emails.`,
      letter: 'We mail a PIN to one of the listings, and you enter it here.',
      document: 'A list of your licenses, or another document that names the locations.',
    }[value],
  }));
  const send = useMutation({
    mutationFn: (valid: typeof values) =>
      api(
        submitGroupClaim,
        { params: { id: String(group.id) }, body: toBody(valid) as never },
        trackUpload(valid.document !== null),
      ),
    onSuccess: async () => {
      form.endDraft();
      toast({ title: 'Claim sent', description: `We’ll review it within ${facts.claimReview}.`, variant: 'good' });
      await refresh(client, '/api/user/groups', '/api/user/claim-requests');
      onSent();
    },
    onError: (error) => {
      form.showErrors(fieldsOf(error));
      toastError(error);
    },
    onSettled: endUpload,
  });
  return (
    <form method="post" className={layout.stack} noValidate onSubmit={form.submit((valid) => send.mutate(valid))}>
      {errors[WHOLE_FORM] && <Callout tone="bad">{errors[WHOLE_FORM]}</Callout>}
      <RadioGroup
        legend="Your proof"
        options={proofs}
        value={values.proof as GroupProof}
        onValueChange={(proof) => form.setValues({ proof })}
        error={errors['proof']}
      />
      {values.proof === 'letter' && (
        <Field label="Where we send the letter" error={errors['mainId']}>
          <Select
            options={listings.map((one) => ({
              value: String(one.id),
              label: [one.name, one.address, placeOf(one)].filter(Boolean).join(', '),
            }))}
            {...field('mainId')}
          />
        </Field>
      )}
      {values.proof === 'document' && (
        <Field label="Document" hint="Only our review team can see it." error={errors['verificationDocument']}>
          <FilePicker
            kind="document"
            value={values.document}
            onChange={(document) => form.setValues({ document })}
            onError={(sentence) => form.setError('verificationDocument', sentence)}
          />
        </Field>
      )}
      <div className={layout.columns}>
        <Field label="Your name" required error={errors['requestorName']}>
          <Input autoComplete="name" {...field('requestorName')} />
        </Field>
        <Field label="Relationship to the group" required error={errors['relationshipToPractice']}>
          <Select placeholder="Please choose" options={relationships} {...field('relationshipToPractice')} />
        </Field>
        <Field label="Email" required error={errors['requestorEmail']}>
          <Input type="email" inputMode="email" autoComplete="email" {...field('requestorEmail')} />
        </Field>
        <Field label="Phone" required error={errors['requestorPhone']}>
          <Input type="tel" inputMode="tel" autoComplete="tel" {...field('requestorPhone')} />
        </Field>
      </div>
      <Field label="License number" optional error={errors['licenseNumber']}>
        <Input autoComplete="off" {...field('licenseNumber')} />
      </Field>
      <Field label="Additional information" optional error={errors['additionalInfo']}>
        <Textarea rows={3} {...field('additionalInfo')} />
      </Field>
      <UploadProgress share={share} />
      <div className={layout.row}>
        <Button type="submit" variant="primary" busy={send.isPending} disabled={listings.length === 0}>
          {listings.length === 0 ? 'Claim the listings' : `Claim ${countOf(listings.length, listingNouns)}`}
        </Button>
        {listings.length === 0 && <span className={layout.note}>Please choose your listings first.</span>}
      </div>
    </form>
  );
}
