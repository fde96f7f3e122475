import { useQuery } from '@tanstack/react-query';
import { currentAgreement } from '#contract/appointments/agreement.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { formatUtcDate } from '#ui/kit/format.ts';
import { Dialog } from '#ui/kit/overlays/Dialog.tsx';
import { sentenceOf } from '#ui/base/platform/api.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { layout } from '#ui/kit/layout.ts';
import css from './AgreementDialog.module.css';

interface AgreementDialogProps {
  /** The practice for which it is accepted. */
  name: string;
  busy: boolean;
  onAccept: (version: number) => void;
  onClose: () => void;
}

/** The business associate agreement, which a practice accepts before it takes appointment requests. */
export default function AgreementDialog({ name, busy, onAccept, onClose }: AgreementDialogProps) {
  const { data, error } = useQuery(queryOf(currentAgreement, {}));
  return (
    <Dialog
      title="Business associate agreement"
      description={`Appointment requests hold patients' information, so federal law (HIPAA) asks ${name} and us for this agreement.`}
      width="wide"
      open
      onOpenChange={(next) => !next && onClose()}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={busy} disabled={!data} onClick={() => data && onAccept(data.version)}>
            Accept for {name}
          </Button>
        </>
      }
    >
      {error ? (
        <Callout tone="bad">{sentenceOf(error)}</Callout>
      ) : data ? (
        <>
          <p className={layout.muted}>
            Version {data.version}, published {formatUtcDate(data.publishedAt)}
          </p>
          {/* Keyboards scroll the dialog from here. */}
          <div className={css.text} tabIndex={0} role="region" aria-label="Text of the agreement">
            {data.body}
          </div>
        </>
      ) : (
        <Skeleton height={240} />
      )}
    </Dialog>
  );
}
