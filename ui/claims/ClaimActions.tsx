import { useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { answerClaim, confirmPin, withdrawClaim, type OwnClaim } from '#contract/claims.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Confirm } from '#ui/kit/overlays/Confirm.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Textarea } from '#ui/kit/controls/Textarea.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { FilePicker, type PickedFile } from '#ui/kit/controls/FilePicker.tsx';
import { UploadProgress } from '#ui/kit/display/UploadProgress.tsx';
import { useUploadProgress } from '#ui/platform/use-upload-progress.ts';
import { api, sentenceOf } from '#ui/platform/api.ts';
import { refresh } from '#ui/platform/query.ts';
import css from './ClaimActions.module.css';
import { formatDate } from '#ui/kit/format.ts';

const paramsOf = (claim: OwnClaim) => ({ id: String(claim.id) });
const CLAIMS = '/api/user/claim-requests';

export function AnswerForm({ claim }: { claim: OwnClaim }) {
  const client = useQueryClient();
  const [message, setMessage] = useState('');
  const [document, setDocument] = useState<PickedFile | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [fileError, setFileError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const { trackUpload, endUpload, share } = useUploadProgress();
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (!message.trim() && !document) return setError('Please write an answer or add a document.');
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
      toast({ title: 'Answer sent', description: "Thank you. We'll continue our review.", variant: 'good' });
      await refresh(client, CLAIMS);
    } catch (failure) {
      setError(sentenceOf(failure));
    } finally {
      setBusy(false);
      endUpload();
    }
  };
  return (
    <form className={css.ask} noValidate onSubmit={(event) => void send(event)}>
      <Field label="Your answer" error={error}>
        <Textarea rows={3} value={message} onChange={(event) => (setMessage(event.target.value), setError(null))} />
      </Field>
      <Field label="Document" optional error={fileError}>
        <FilePicker kind="document" value={document} onChange={setDocument} onError={setFileError} />
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
  const [pin, setPin] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    try {
      await api(confirmPin, { params: paramsOf(claim), body: { pin } });
      toast({ title: 'PIN confirmed', description: "Thank you. We'll continue our review.", variant: 'good' });
    } catch (failure) {
      setError(sentenceOf(failure));
    } finally {
      setBusy(false);
      await refresh(client, CLAIMS);
    }
  };
  return (
    <form className={css.ask} noValidate onSubmit={(event) => void send(event)}>
      <div className={css.pin}>
        <Field
          label="PIN from the letter"
          hint={`${claim.letter!.triesLeft} of 5 tries left. The PIN expires on ${formatDate(claim.letter!.expiresAt)}.`}
          error={error}
        >
          <Input
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={12}
            value={pin}
            onChange={(event) => (setPin(event.target.value), setError(null))}
          />
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
      await refresh(client, CLAIMS);
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
