import { useMutation, useQueryClient } from '@tanstack/react-query';
import { IdCard, Phone } from 'lucide-react';
import { useState } from 'react';
import { recordEvidence } from '#contract/claims/admin-claims.ts';
import type { ClaimDossier } from '#contract/claims/claims.ts';
import { useAppForm } from '#ui/base/forms/use-app-form.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Textarea } from '#ui/kit/controls/Textarea.tsx';
import { formatLocalDateTime } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { Dialog } from '#ui/kit/overlays/Dialog.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api } from '#ui/base/platform/api.ts';
import { refresh } from '#ui/base/platform/query.ts';
import css from './StaffEvidence.module.css';

const kinds = {
  call: {
    icon: <Phone />,
    action: 'Record a call',
    title: 'Record a call to the practice',
    description: 'Call a number you found yourself, not one that the claimant typed. Only staff see the note.',
    hint: 'The number you called, the person you reached, and what they confirmed.',
  },
  license: {
    icon: <IdCard />,
    action: 'Record a license match',
    title: 'Record a license match',
    description: "Look the license up on the state board's website. Only staff see the note.",
    hint: 'The license number, the name it is registered to, and the board.',
  },
} as const;
type Kind = keyof typeof kinds;

function describeEvidence({ calledAt, licenseMatchedAt }: ClaimDossier): string {
  const sentences = [
    calledAt && `The practice confirmed this by phone on ${formatLocalDateTime(calledAt)}.`,
    licenseMatchedAt && `The license was found with the state board on ${formatLocalDateTime(licenseMatchedAt)}.`,
  ];
  return (
    sentences.filter(Boolean).join(' ') || 'A call or a license match counts as proof, like the PIN from a letter.'
  );
}

/** Records that staff confirmed a pending claim by phone or with the state board. */
export function StaffEvidence({ claim }: { claim: ClaimDossier }) {
  const [open, setOpen] = useState<Kind | null>(null);
  return (
    <div>
      <h3 className={css.title}>Call and license</h3>
      <div className={layout.between}>
        <p className={layout.muted}>{describeEvidence(claim)}</p>
        {claim.status === 'pending' && (
          <div className={layout.wrap}>
            {(Object.keys(kinds) as Kind[]).map((kind) => (
              <Button key={kind} size="small" icon={kinds[kind].icon} onClick={() => setOpen(kind)}>
                {kinds[kind].action}
              </Button>
            ))}
          </div>
        )}
      </div>
      {open && <EvidenceDialog claim={claim} kind={open} onClose={() => setOpen(null)} />}
    </div>
  );
}

function EvidenceDialog({ claim, kind, onClose }: { claim: ClaimDossier; kind: Kind; onClose: () => void }) {
  const client = useQueryClient();
  const { action, title, description, hint } = kinds[kind];
  const form = useAppForm({
    defaultValues: { kind, note: '' },
    keep: { draft: `evidence ${claim.id} ${kind}` },
    schema: recordEvidence.body,
  });
  const save = useMutation({
    mutationFn: (body: { kind: Kind; note: string }) => api(recordEvidence, { params: { id: String(claim.id) }, body }),
    async onSuccess() {
      form.endDraft();
      onClose();
      toast({ title: 'Request Updated', description: `Recorded for ${claim.dentist.name}.`, variant: 'good' });
      await refresh(client, '/api/admin/claim-requests');
    },
    onError: (error: unknown) => form.showError(error, 'note'),
  });
  return (
    <Dialog title={title} description={description} open onOpenChange={(next) => !next && onClose()}>
      <form method="post" className={layout.stack} noValidate onSubmit={form.submit((values) => save.mutate(values))}>
        <Field label="What you checked" hint={hint} error={form.errors.note}>
          <Textarea rows={3} {...form.field('note')} />
        </Field>
        <div>
          <Button type="submit" variant="primary" busy={save.isPending}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
