import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { agreementForm, agreementForStaff, publishAgreement } from '#contract/appointments/agreement.ts';
import { useAppForm } from '#ui/base/forms/use-app-form.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Form, FormActions } from '#ui/kit/controls/Form.tsx';
import { Textarea } from '#ui/kit/controls/Textarea.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { formatLocalDateTime, formatNumber } from '#ui/kit/format.ts';
import { Dialog } from '#ui/kit/overlays/Dialog.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api, sentenceOf } from '#ui/base/platform/api.ts';
import type { Reply } from '#contract/endpoint.ts';
import { queryOf, refresh } from '#ui/base/platform/query.ts';

const MAX_LENGTH = 50_000;
type Overview = Reply<typeof agreementForStaff>;

/** The agreement in force, who has accepted it, and a form for the next version. */
export default function AgreementDialog({ onClose }: { onClose: () => void }) {
  const { data, error } = useQuery(queryOf(agreementForStaff, {}));
  return (
    <Dialog
      title="Business associate agreement"
      description="Practices accept it before they take appointment requests. A new version asks each of them again."
      width="wide"
      open
      onOpenChange={(next) => !next && onClose()}
    >
      {error ? (
        <Callout tone="bad">{sentenceOf(error)}</Callout>
      ) : data ? (
        <NextVersion key={data.agreement.version} overview={data} onDone={onClose} />
      ) : (
        <Skeleton height={320} />
      )}
    </Dialog>
  );
}

function NextVersion({ overview, onDone }: { overview: Overview; onDone: () => void }) {
  const { agreement, practices, accepted, acceptances } = overview;
  const client = useQueryClient();
  const publish = useMutation({
    mutationFn: (body: string) => api(publishAgreement, { body: { body, replaces: agreement.version } }),
    onSuccess: ({ version }) => {
      toast({ title: `Version ${version} published` });
      return refresh(client, '/api/admin/business-agreement');
    },
  });
  const form = useAppForm({
    schema: agreementForm,
    defaultValues: { body: agreement.body },
    keep: { draft: `business agreement ${agreement.version}` },
  });
  const submit = form.submit(({ body }) =>
    publish.mutate(body, {
      onSuccess() {
        form.endDraft();
        onDone();
      },
      onError: (error) => form.showError(error, 'body'),
    }),
  );
  return (
    <Form onSubmit={submit}>
      <p>
        Version {agreement.version}, published {formatLocalDateTime(agreement.publishedAt)}
        {agreement.publishedBy && ` by ${agreement.publishedBy}`}. {formatNumber(accepted)} of {formatNumber(practices)}{' '}
        {practices === 1 ? 'practice that takes' : 'practices that take'} requests accepted it.
      </p>
      <Field label="Text" error={form.errors.body} hint="Plain text. Ask your counsel before you publish a change.">
        <Textarea {...form.field('body')} rows={16} limit={MAX_LENGTH} />
      </Field>
      {acceptances.length > 0 && (
        <details>
          <summary>Who accepted, newest first</summary>
          <ul>
            {acceptances.map(({ dentistId, version, acceptedBy, acceptedAt, listingName }) => (
              <li key={`${dentistId} ${version} ${acceptedAt}`}>
                {listingName}: version {version}, {acceptedBy}, {formatLocalDateTime(acceptedAt)}
              </li>
            ))}
          </ul>
        </details>
      )}
      <FormActions>
        <Button type="submit" variant="primary" busy={publish.isPending} disabled={form.values.body === agreement.body}>
          Publish version {agreement.version + 1}
        </Button>
      </FormActions>
    </Form>
  );
}
