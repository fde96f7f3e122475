import { useMutation, useQueryClient } from '@tanstack/react-query';
import { checkSystem } from '#contract/doctor.ts';
import { readSetup, sendTestEmail } from '#contract/opening/setup.ts';
import { addSampleData } from '#contract/opening/sample-data.ts';
import { PlanPrices } from '#ui/billing/admin/PlanPrices.tsx';
import { usePayments } from '#ui/base/page/use-payments.ts';
import { api, sentenceOf } from '#ui/base/platform/api.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';

export const SettingsStep = () => (
  <ButtonLink to="/admin/brand" size="small">
    Open settings
  </ButtonLink>
);

/** Sends a message to the administrator, and shows what the mail server answers. */
export function TestEmailStep() {
  const send = useMutation({ mutationFn: () => api(sendTestEmail, {}) });
  return (
    <>
      <Button size="small" busy={send.isPending} onClick={() => send.mutate()}>
        Send a test message
      </Button>
      {send.error && (
        <Callout tone="bad" announce>
          {sentenceOf(send.error)}
        </Callout>
      )}
      {send.data && (
        <Callout tone="good" announce>
          {send.data.isOutbox
            ? `The message to ${send.data.to} is a file in DATA_DIR/outbox.`
            : `The mail server took the message to ${send.data.to}. Please check that it arrives.`}
        </Callout>
      )}
    </>
  );
}

/** The checks of the system check that are about Stripe. */
const STRIPE_CHECKS = 'stripe,stripe-prices,stripe-webhook,stripe-portal';

export function PaymentStep() {
  const payments = usePayments();
  const check = useMutation({ mutationFn: () => api(checkSystem, { query: { checks: STRIPE_CHECKS } }) });
  const checks = check.data?.checks.filter(({ state }) => state !== 'skipped') ?? [];
  const isReady = checks.every(({ state }) => state === 'ok');
  return (
    <>
      <ButtonLink to="/admin/subscriptions" size="small">
        Open Subscriptions
      </ButtonLink>
      {payments && <PlanPrices />}
      <Button size="small" busy={check.isPending} onClick={() => check.mutate()}>
        Check with Stripe
      </Button>
      {check.error && (
        <Callout tone="bad" announce>
          {sentenceOf(check.error)}
        </Callout>
      )}
      {check.data && checks.length === 0 && <Callout announce>There are no Stripe keys to check.</Callout>}
      {checks.length > 0 && (
        <Callout
          tone={isReady ? 'good' : 'warn'}
          title={isReady ? 'Payments are ready' : 'Payments aren’t ready yet'}
          announce
        >
          <ul>
            {checks.map(({ key, label, seen, fix }) => (
              <li key={key}>
                {label}: {seen} {fix}
              </li>
            ))}
          </ul>
        </Callout>
      )}
    </>
  );
}

/** The ways to the first listings: a file, which may be the national registry, or invented ones. */
export function SampleStep() {
  const client = useQueryClient();
  const add = useMutation({
    mutationFn: () => api(addSampleData, {}),
    onSuccess: () => client.invalidateQueries({ queryKey: queryOf(readSetup, {}).queryKey }),
  });
  return (
    <>
      <ButtonLink to="/admin/imports" size="small">
        Import a file or the registry
      </ButtonLink>
      <Button size="small" busy={add.isPending} onClick={() => add.mutate()}>
        Add sample data
      </Button>
      {add.error && (
        <Callout tone="bad" announce>
          {sentenceOf(add.error)}
        </Callout>
      )}
      {add.isSuccess && (
        <Callout announce>2,000 invented listings are being added. Settings removes them in one step.</Callout>
      )}
    </>
  );
}
