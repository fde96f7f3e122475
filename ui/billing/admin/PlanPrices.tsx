import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { priceSlot, readPlanPrices, savePlanPrices } from '#contract/billing/plan-prices.ts';
import type { Reply } from '#contract/endpoint.ts';
import { dollars, planName } from '#shared/billing/plans.ts';
import { LoadFailed } from '#ui/base/page/LoadFailed.tsx';
import { api, fieldsOf, sentenceOf } from '#ui/base/platform/api.ts';
import { queryOf, refresh } from '#ui/base/platform/query.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Select } from '#ui/kit/controls/Select.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { layout } from '#ui/kit/layout.ts';
import { Dialog } from '#ui/kit/overlays/Dialog.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';

type PlanPricesReply = Reply<typeof readPlanPrices>;
type Slot = ReturnType<typeof priceSlot>;

/** Opens the choice of the prices at Stripe that the plans have. */
export function PlanPrices() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="small" onClick={() => setIsOpen(true)}>
        Plan prices
      </Button>
      {isOpen && <PlanPricesDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}

function PlanPricesDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const query = useQuery({ ...queryOf(readPlanPrices, {}), staleTime: 0 });
  const [edited, setEdited] = useState<Partial<Record<Slot, string>>>({});
  const save = useMutation({
    mutationFn: () => api(savePlanPrices, { body: edited }),
    async onSuccess() {
      toast({ title: 'Saved', description: 'Visitors see these prices now.', variant: 'good' });
      await refresh(client, '/api/admin', '/api/billing');
      onClose();
    },
  });
  const isDirty = Object.keys(edited).length > 0;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Plan prices"
      description="Amounts come from Stripe. People who have subscribed keep the price they have."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={save.isPending} disabled={!isDirty} onClick={() => save.mutate()}>
            Save
          </Button>
        </>
      }
    >
      {query.isPending ? (
        <Skeleton height={260} />
      ) : query.isError ? (
        <LoadFailed title="We couldn’t load the prices" compact query={query} />
      ) : (
        <div className={layout.stack}>
          {query.data.testMode && <Callout>Stripe is in test mode. No card is charged.</Callout>}
          {save.error && (
            <Callout tone="bad" announce>
              {sentenceOf(save.error)}
            </Callout>
          )}
          <Choices
            prices={query.data}
            edited={edited}
            errors={fieldsOf(save.error)}
            onChange={(change) => setEdited({ ...edited, ...change })}
          />
        </div>
      )}
    </Dialog>
  );
}

interface ChoicesProps {
  prices: PlanPricesReply;
  edited: Partial<Record<Slot, string>>;
  errors: Record<string, string>;
  onChange: (change: Partial<Record<Slot, string>>) => void;
}

function Choices({ prices: { prices, available }, edited, errors, onChange }: ChoicesProps) {
  return prices.map(({ plan, interval, priceId, isChosen }) => {
    const slot = priceSlot(plan, interval);
    const period = interval === 'yearly' ? 'year' : 'month';
    const options = available
      .filter((price) => price.interval === interval)
      .map((price) => ({
        value: price.priceId,
        label: [`${dollars(price.cents)} per ${period}`, price.name, price.priceId].filter(Boolean).join(', '),
      }));
    const isMissing = isChosen && priceId !== null && !options.some(({ value }) => value === priceId);
    return (
      <Field key={slot} label={`${planName(plan)}, by the ${period}`} error={errors[slot]}>
        <Select
          value={edited[slot] ?? (isChosen ? (priceId ?? '') : '')}
          placeholder={isChosen || priceId === null ? 'None chosen here' : `From the server’s settings: ${priceId}`}
          options={isMissing ? [{ value: priceId, label: `${priceId}, not on sale at Stripe` }, ...options] : options}
          onChange={(event) => onChange({ [slot]: event.target.value })}
        />
      </Field>
    );
  });
}
