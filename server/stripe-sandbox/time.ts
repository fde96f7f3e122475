import { createLine, draftInvoice } from './invoice-drafts.ts';
import type { Invoice, Subscription } from './objects.ts';
import { chargeOnFile } from './payments.ts';
import { newId, type Store } from './store.ts';
import { endSubscription, isLive, itemOf } from './subscription-status.ts';
import { itemAmount, itemText, renewSubscription } from './subscriptions.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;

interface DueEvent {
  at: number;
  run(store: Store): Promise<void>;
}

/** Lists what will happen to a subscription without a request, and when. */
function listDueEvents(subscription: Subscription, invoices: Invoice[], pagesUrl: string): DueEvent[] {
  if (subscription.status === 'incomplete')
    return [
      { at: subscription.created + 23 * HOUR, run: (store) => endSubscription(store, subscription, 'payment_failed') },
    ];
  if (!isLive(subscription)) return [];
  const item = itemOf(subscription);
  const due: DueEvent[] = [
    {
      at: Math.min(subscription.cancel_at ?? item.current_period_end, item.current_period_end),
      run: (store) => renewSubscription(store, subscription, pagesUrl),
    },
  ];
  if (subscription.status === 'trialing' && !subscription._trialAnnounced)
    due.push({
      at: subscription.trial_end! - 3 * DAY,
      async run(store) {
        subscription._trialAnnounced = true;
        await store.put(subscription);
        await store.emit('customer.subscription.trial_will_end', subscription);
      },
    });
  if (subscription.cancel_at === null && subscription._announced !== item.current_period_end)
    due.push({ at: item.current_period_end - 7 * DAY, run: (store) => announce(store, subscription) });
  const open = invoices.find(({ id, status }) => id === subscription.latest_invoice && status === 'open');
  if (open?.next_payment_attempt)
    due.push({
      at: open.next_payment_attempt,
      async run(store) {
        await chargeOnFile(store, open, subscription.default_payment_method);
      },
    });
  return due;
}

async function announce(store: Store, subscription: Subscription): Promise<void> {
  const item = itemOf(subscription);
  const customer = await store.get('customer', subscription.customer);
  const line = createLine(
    itemAmount(item),
    itemText(item),
    { start: item.current_period_end, end: item.current_period_end },
    item.price,
  );
  const invoice = draftInvoice(store, customer, { reason: 'upcoming', lines: [line], subscription });
  subscription._announced = item.current_period_end;
  await store.put(subscription);
  await store.emit('invoice.upcoming', { ...invoice, id: newId('upcoming_in') });
}

/** Runs all events due by this time in order, setting the clock to each one's time. */
export async function passTime(store: Store, until: number, pagesUrl: string): Promise<void> {
  for (let step = 0; step < 2_000; step++) {
    const due: DueEvent[] = [];
    for (const subscription of await store.all('subscription')) {
      if (subscription.status === 'canceled' || subscription.status === 'incomplete_expired') continue;
      const invoices = await store.all('invoice', subscription.customer);
      due.push(...listDueEvents(subscription, invoices, pagesUrl));
    }
    const next = due.filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at)[0];
    if (!next) break;
    store.now = Math.max(next.at, 0);
    await next.run(store);
  }
  store.now = until;
}
