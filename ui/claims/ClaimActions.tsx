import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answerClaim, confirmPin, withdrawClaim, type OwnClaim } from '#contract/claims/claims.ts';
import { useAppForm } from '#ui/base/forms/use-app-form.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Confirm } from '#ui/kit/overlays/Confirm.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Textarea } from '#ui/kit/controls/Textarea.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { FilePicker, type PickedFile } from '#ui/kit/controls/FilePicker.tsx';
import { UploadProgress } from '#ui/kit/display/UploadProgress.tsx';
import { useUploadProgress } from '#ui/base/platform/use-upload-progress.ts';
import { api, sentenceOf } from '#ui/base/platform/api.ts';
import { refresh } from '#ui/base/platform/query.ts';
import css from './ClaimActions.module.css';
import { formatDate } from '#ui/kit/format.ts';

const paramsOf = (claim: OwnClaim) => ({ id: String(claim.id) });
const CLAIMS = ['/api/user/claim-requests', '/api/user/groups'] as const;

export function AnswerForm({ claim }: { claim: OwnClaim }) {
  const client = useQueryClient();
  const form = useAppForm({
    defaultValues: { message: '', document: null as PickedFile | null },
    keep: { draft: `claim answer ${claim.id}` },
    check: ({ message, document }): Record<string, string> =>
      message.trim() || document ? {} : { message: 'Please write an answer or add a document.' },
  });
  const [busy, setBusy] = useState(false);
  const { trackUpload, endUpload, share } = useUploadProgress();
  const send = async ({ message, document }: typeof form.values) => {
    if (busy) return;
    setBusy(true);
    try {
      await api(
        answerClaim,
        {
          params: paramsOf(claim),
          body: { message, verificationDocument: document?.dataUrl ?? null, documentName: document?.name ?? null },
        },
        trackUpload(document !== null),
      );
      form.endDraft();
      toast({ title: 'Answer sent', description: "Thank you. We'll continue our review.", variant: 'good' });
      await refresh(client, ...CLAIMS);
    } catch (error) {
      form.showErrors({ message: sentenceOf(error) });
    } finally {
      setBusy(false);
      endUpload();
    }
  };
  return (
    <form method="post" className={css.ask} noValidate onSubmit={form.submit((values) => void send(values))}>
      <Field label="Your answer" error={form.errors.message}>
        <Textarea rows={3} {...form.field('message')} />
      </Field>
      <Field label="Document" optional error={form.errors.document}>
        <FilePicker
          kind="document"
          value={form.values.document}
          onChange={(document) => form.setValues({ document })}
          onError={(sentence) => form.setError('document', sentence)}
        />
      </Field>
      <UploadProgress share={share} />
      <div className={css.actions}>
        <Button type="submit" variant="primary" busy={busy}>
          Send answer
        </Button>
      </div>
    </form>
  );
}

export function PinForm({ claim }: { claim: OwnClaim }) {
  const client = useQueryClient();
  const form = useAppForm({ defaultValues: { pin: '' }, keep: 'secret' });
  const [busy, setBusy] = useState(false);
  const send = async (pin: string) => {
    if (busy) return;
    setBusy(true);
    try {
      await api(confirmPin, { params: paramsOf(claim), body: { pin } });
      toast({ title: 'PIN confirmed', description: "Thank you. We'll continue our review.", variant: 'good' });
    } catch (error) {
      form.showErrors({ pin: sentenceOf(error) });
    } finally {
      setBusy(false);
      await refresh(client, ...CLAIMS);
    }
  };
  return (
    <form method="post" className={css.ask} noValidate onSubmit={form.submit(({ pin }) => void send(pin))}>
      <div className={css.pin}>
        <Field
          label="PIN from the letter"
          hint={`${claim.letter!.triesLeft} of 5 tries left. The PIN expires on ${formatDate(claim.letter!.expiresAt)}.`}
          error={form.errors.pin}
        >
          <Input inputMode="numeric" autoComplete="one-time-code" maxLength={12} {...form.field('pin')} />
        </Field>
        <Button type="submit" busy={busy}>
          Confirm PIN
        </Button>
      </div>
    </form>
  );
}

export function Withdraw({ claim }: { claim: OwnClaim }) {
  const client = useQueryClient();
  const withdraw = async () => {
    try {
      await api(withdrawClaim, { params: paramsOf(claim) });
      toast({ title: 'Request withdrawn', description: 'You can send another one at any time.' });
      await refresh(client, ...CLAIMS);
    } catch (error) {
      toast({ title: 'Error', description: sentenceOf(error), variant: 'destructive' });
      throw error;
    }
  };
  return (
    <Confirm
      title="Withdraw this request?"
      description={`We will stop reviewing your request to claim ${claim.dentist.name}.`}
      action="Withdraw"
      trigger={
        <Button size="small" variant="quiet">
          Withdraw
        </Button>
      }
      onConfirm={withdraw}
    />
  );
}
