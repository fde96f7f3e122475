import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Copy, Printer, RefreshCw } from 'lucide-react';
import { replacePracticeLink, viewPracticeLink } from '#contract/reviews/practice-link.ts';
import { LoadFailed } from '#ui/base/page/LoadFailed.tsx';
import { api } from '#ui/base/platform/api.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { toastError } from '#ui/base/platform/toast-error.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { Loading, Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { layout } from '#ui/kit/layout.ts';
import { Confirm } from '#ui/kit/overlays/Confirm.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import css from './PatientLink.module.css';
import { QrCode } from './QrCode.tsx';

/** The link and the QR code by which the practice asks its patients for reviews. */
export function PatientLink({ dentistId }: { dentistId: number }) {
  const client = useQueryClient();
  const params = { id: String(dentistId) };
  const linkQuery = queryOf(viewPracticeLink, { params });
  const { data: link, ...query } = useQuery(linkQuery);
  const replace = useMutation({
    mutationFn: () => api(replacePracticeLink, { params }),
    onSuccess: (replaced) => client.setQueryData(linkQuery.queryKey, replaced),
    onError: (error: unknown) => toastError(error, "We couldn't replace the link"),
  });
  if (query.isError) return <LoadFailed title="We couldn’t load your link" compact query={query} />;
  if (!link)
    return (
      <Loading label="Loading your link">
        <Skeleton height={220} />
      </Loading>
    );
  const copy = () =>
    navigator.clipboard.writeText(link.url).then(
      () => toast({ title: 'Copied', description: 'The link is on the clipboard.' }),
      () => toast({ title: 'Not copied', description: 'Please select the link and copy it.', variant: 'destructive' }),
    );
  return (
    <Card as="section" aria-labelledby="patient-link" className={layout.stack}>
      <h2 id="patient-link" className={css.title}>
        Ask your patients
      </h2>
      <p className={layout.hint}>
        Reviews that come through this link are marked “Invited by the practice.” Ask every patient in the same way. US
        law doesn't let you ask only happy patients, ask for a good review, or offer anything in return.
      </p>
      <div className={css.link}>
        <QrCode link={link} className={css.qr} />
        <div className={layout.stack}>
          <Field label="Link for your patients">
            <Input readOnly value={link.url} onFocus={(event) => event.target.select()} />
          </Field>
          <div className={layout.row}>
            <Button size="small" icon={<Copy />} onClick={() => void copy()}>
              Copy
            </Button>
            <ButtonLink size="small" icon={<Printer />} to={`/dashboard/listings/${dentistId}/reviews/card`}>
              Card to print
            </ButtonLink>
            <Confirm
              title="Replace the link?"
              description="Cards with the old link still open the form, but those reviews are marked “Email verified.”"
              action="Replace the link"
              trigger={
                <Button size="small" variant="quiet" icon={<RefreshCw />}>
                  Replace
                </Button>
              }
              onConfirm={() => replace.mutateAsync()}
            />
          </div>
        </div>
      </div>
    </Card>
  );
}
