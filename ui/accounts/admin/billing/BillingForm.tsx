import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import {
  cancelUserPlan,
  extendUserPlan,
  givenPlanIds,
  giveUserPlan,
  refundInvoice,
  startEnterprise,
  type UserBilling,
  type UserInvoice,
} from '#contract/billing/admin-billing.ts';
import { dollars, planName } from '#shared/billing/plans.ts';
import { useAppForm } from '#ui/base/forms/use-app-form.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Select } from '#ui/kit/controls/Select.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { formatShortLocalDate, toLocalInput } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api } from '#ui/base/platform/api.ts';

export type BillingAction =
  { kind: 'refund'; invoice: UserInvoice } | { kind: 'give' | 'end' | 'extend' | 'cancel' | 'enterprise' };

interface BillingFormProps {
  userId: number;
  action: BillingAction;
  billing: UserBilling;
  onClose: () => void;
  onDone: (billing: UserBilling) => void;
}

const DAY = 86_400_000;
const toDateInput = (at: number): string => toLocalInput(new Date(at).toISOString()).slice(0, 10);
/** The end of the chosen day, in the time zone of the person who chose it. */
const endOfDay = (date: string): string => new Date(`${date}T23:59:59`).toISOString();
const toCents = (amount: string): number => Math.round(Number(amount.replace(/[$,\s]/g, '')) * 100);

/** Changes an account's billing, for a reason that the audit log keeps. */
export function BillingForm({ userId, action, billing, onClose, onDone }: BillingFormProps) {
  const refundable = action.kind === 'refund' ? action.invoice.paidCents - action.invoice.refundedCents : 0;
  const [now] = useState(() => Date.now());
  const reason = useRef<HTMLInputElement>(null);
  // A refund needs nothing else, because its amount is filled in.
  useEffect(() => {
    if (action.kind === 'refund') reason.current?.focus();
  }, [action.kind]);
  const nextCharge = billing.expiresAt ? Date.parse(billing.expiresAt) : now;
  const form = useAppForm({
    defaultValues: {
      amount: (refundable / 100).toFixed(2),
      plan: billing.isGiven ? billing.plan : 'professional',
      until: toDateInput(action.kind === 'extend' ? nextCharge + 30 * DAY : now + 90 * DAY),
      when: billing.cancelAt ? 'now' : 'period_end',
      interval: billing.enterprise[0] ?? 'monthly',
      reason: '',
    },
    // Amounts and dates are not kept, because the invoice or the plan may have changed.
    keep: { draft: `billing ${userId} ${action.kind}`, except: ['amount', 'plan', 'until', 'when', 'interval'] },
    check: ({ amount, until, reason }) => ({
      ...(action.kind === 'refund' && !(toCents(amount) >= 1 && toCents(amount) <= refundable)
        ? { amount: `Please enter an amount up to ${dollars(refundable)}.` }
        : {}),
      ...((action.kind === 'give' || action.kind === 'extend') && until === ''
        ? { until: 'Please choose a date.' }
        : {}),
      ...(reason.trim().length < 3 ? { reason: 'Please say why. The reason goes into the audit log.' } : {}),
    }),
  });
  const params = { id: String(userId) };
  type Values = typeof form.values;
  const save = useMutation({
    mutationFn({ amount, plan, until, when, interval, reason }: Values) {
      switch (action.kind) {
        case 'refund': {
          const { id: invoiceId, refundedCents } = action.invoice;
          return api(refundInvoice, { params, body: { invoiceId, cents: toCents(amount), refundedCents, reason } });
        }
        case 'cancel':
          return api(cancelUserPlan, { params, body: { when: when as 'now' | 'period_end', reason } });
        case 'extend':
          return api(extendUserPlan, { params, body: { until: endOfDay(until), reason } });
        case 'give':
          return api(giveUserPlan, {
            params,
            body: { plan: plan as (typeof givenPlanIds)[number], until: endOfDay(until), reason },
          });
        case 'enterprise':
          return api(startEnterprise, { params, body: { interval, reason } });
        case 'end':
          return api(giveUserPlan, { params, body: { plan: null, reason } });
      }
    },
    onSuccess(next, values) {
      form.endDraft();
      toast({ title: 'Success', description: describeResult(action, values, billing), variant: 'good' });
      onDone(next);
    },
    onError: (error) => form.showError(error, action.kind === 'refund' ? 'amount' : 'reason'),
  });
  const { title, text, label, isDangerous } = describeAction(action, billing);
  return (
    <form
      method="post"
      className={layout.stack}
      noValidate
      onSubmit={form.submit((values) => {
        if (!save.isPending) save.mutate(values);
      })}
    >
      <Callout tone={isDangerous ? 'warn' : 'info'} title={title}>
        {text}
      </Callout>
      {action.kind === 'refund' && (
        <Field label="Amount" hint={`At most ${dollars(refundable)}.`} error={form.errors.amount}>
          <Input inputMode="decimal" {...form.field('amount')} />
        </Field>
      )}
      {action.kind === 'give' && (
        <Field label="Plan" error={form.errors.plan}>
          <Select {...form.field('plan')}>
            {givenPlanIds.map((id) => (
              <option key={id} value={id}>
                {planName(id)}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {(action.kind === 'give' || action.kind === 'extend') && (
        <Field label={action.kind === 'give' ? 'Until' : 'Next charge'} error={form.errors.until}>
          <Input type="date" {...form.field('until')} />
        </Field>
      )}
      {action.kind === 'enterprise' && (
        <Field label="Billing period" error={form.errors.interval}>
          <Select {...form.field('interval')}>
            {billing.enterprise.map((interval) => (
              <option key={interval} value={interval}>
                {interval === 'monthly' ? 'Monthly' : 'Yearly'}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {action.kind === 'cancel' && (
        <Field label="When" error={form.errors.when}>
          <Select {...form.field('when')}>
            {!billing.cancelAt && <option value="period_end">At the end of the paid period</option>}
            <option value="now">Now, without a refund</option>
          </Select>
        </Field>
      )}
      <Field label="Reason" required hint="Kept in the audit log." error={form.errors.reason}>
        <Input {...form.field('reason')} ref={reason} maxLength={500} />
      </Field>
      <div className={layout.row}>
        <Button variant={isDangerous ? 'danger' : 'primary'} type="submit" busy={save.isPending}>
          {label}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  );
}

function describeAction(action: BillingAction, { planName: name, expiresAt, locations }: UserBilling) {
  switch (action.kind) {
    case 'refund':
      return {
        title: `Refund invoice ${action.invoice.number ?? action.invoice.id}?`,
        text: 'The money goes back to the card. A refund can’t be undone. This doesn’t cancel the plan.',
        label: 'Refund',
        isDangerous: true,
      };
    case 'cancel':
      return {
        title: `Cancel ${name}?`,
        text: 'The owner gets an email. To return money too, refund an invoice.',
        label: 'Cancel the plan',
        isDangerous: true,
      };
    case 'extend':
      return {
        title: 'Postpone the next charge?',
        text: `The plan stays active without a charge until then. The next charge is now due${expiresAt ? ` on ${formatShortLocalDate(expiresAt)}` : ''}.`,
        label: 'Postpone',
        isDangerous: false,
      };
    case 'give':
      return {
        title: 'Give a plan without charge?',
        text: 'The plan ends by itself on its date. The owner gets an email.',
        label: 'Give the plan',
        isDangerous: false,
      };
    case 'enterprise':
      return {
        title: 'Start Enterprise?',
        text: `One subscription for ${locations === 1 ? '1 location' : `${Math.max(1, locations).toLocaleString('en-US')} locations`}, at the price per location in Stripe. Its quantity follows the groups of this account. Stripe emails the invoice, due in 30 days.`,
        label: 'Start Enterprise',
        isDangerous: false,
      };
    case 'end':
      return {
        title: `End the given ${name} plan now?`,
        text: 'The listings stay. Paid features stop immediately, and the owner gets an email.',
        label: 'End the gift',
        isDangerous: true,
      };
  }
}

function describeResult(
  action: BillingAction,
  values: { amount: string; plan: string; until: string; when: string },
  billing: UserBilling,
): string {
  const day = () => formatShortLocalDate(endOfDay(values.until));
  switch (action.kind) {
    case 'refund':
      return `${dollars(toCents(values.amount))} was refunded.`;
    case 'cancel':
      return values.when === 'now' ? 'The plan was canceled.' : 'The plan ends with its paid period.';
    case 'extend':
      return `The next charge is on ${day()}.`;
    case 'give':
      return `${planName(values.plan)} is free until ${day()}.`;
    case 'enterprise':
      return 'Enterprise has started, and the invoice is on its way.';
    case 'end':
      return `The given ${billing.planName} plan has ended.`;
  }
}
