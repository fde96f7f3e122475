import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { listDeliveries, redeliver, testWebhook, type Delivery, type Webhook } from '#contract/accounts/webhooks.ts';
import { LOG_DAYS } from '#shared/accounts/webhook-events.ts';
import { api, sentenceOf } from '#ui/base/platform/api.ts';
import { toastError } from '#ui/base/platform/toast-error.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Badge, type Tone } from '#ui/kit/display/Badge.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { formatLocalDateTime, formatNumber } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { Dialog } from '#ui/kit/overlays/Dialog.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { WebhookItem, WebhookItems } from './WebhookItem.tsx';

const states: Record<Delivery['state'], { label: string; tone: Tone }> = {
  waiting: { label: 'Waiting', tone: 'neutral' },
  delivered: { label: 'Delivered', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
};

/** Shows the answer of the server as a toast. */
function report({ state, status, error }: Delivery): void {
  if (state === 'delivered')
    toast({ title: 'Delivered', description: `Your server answered with ${status}.`, variant: 'good' }); // prettier-ignore
  else toast({ title: 'Not delivered', description: error ?? 'Please look at the log.', variant: 'destructive' });
}

/** The deliveries of a webhook, with a test event and a button to send one again. */
export function WebhookLog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const params = { id: String(webhook.id) };
  const log = useInfiniteQuery({
    queryKey: [`/api/user/webhooks/${webhook.id}/deliveries`],
    queryFn: ({ pageParam, signal }) =>
      api(listDeliveries, { params, query: pageParam === null ? {} : { before: String(pageParam) } }, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ items, hasMore }) => (hasMore ? items.at(-1)!.id : null),
    refetchOnMount: 'always',
  });
  const send = useMutation({
    mutationFn: (delivery: number | null) =>
      delivery === null
        ? api(testWebhook, { params })
        : api(redeliver, { params: { ...params, delivery: String(delivery) } }),
    onSuccess: report,
    onError: (error) => toastError(error),
    onSettled: () => log.refetch(),
  });
  const items = log.data?.pages.flatMap((page) => page.items);
  return (
    <Dialog title="Log" description={webhook.url} width="wide" open onOpenChange={(open) => !open && onClose()}>
      <div className={layout.stack}>
        <div className={layout.row}>
          <Button busy={send.isPending && send.variables === null} onClick={() => send.mutate(null)}>
            Send a test event
          </Button>
        </div>
        {log.error && <Callout tone="bad">{sentenceOf(log.error)}</Callout>}
        {items?.length === 0 && <p className={layout.muted}>We’ve sent no events in the last {LOG_DAYS} days.</p>}
        {items && items.length > 0 && (
          <WebhookItems>
            {items.map((delivery) => (
              <DeliveryRow
                key={delivery.id}
                delivery={delivery}
                isBusy={send.isPending && send.variables === delivery.id}
                onSend={() => send.mutate(delivery.id)}
              />
            ))}
          </WebhookItems>
        )}
        {log.hasNextPage && (
          <Button busy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
            Show earlier events
          </Button>
        )}
      </div>
    </Dialog>
  );
}

interface DeliveryRowProps {
  delivery: Delivery;
  isBusy: boolean;
  onSend: () => void;
}

function DeliveryRow({ delivery, isBusy, onSend }: DeliveryRowProps) {
  const { type, state, createdAt, dueAt, attempts, attemptedAt, status, durationMs, reply, error } = delivery;
  const about = [
    formatLocalDateTime(createdAt),
    status !== null && `Status ${status}`,
    durationMs !== null && `${formatNumber(durationMs)} ms`,
    attempts > 1 && `${attempts} attempts`,
    state === 'waiting' && attemptedAt && `Next attempt ${formatLocalDateTime(dueAt)}`,
  ];
  return (
    <WebhookItem
      title={
        <>
          <code>{type}</code> <Badge tone={states[state].tone}>{states[state].label}</Badge>
        </>
      }
      lines={[about.filter(Boolean).join(' · '), error]}
      actions={
        <Button size="small" busy={isBusy} aria-label={`Send ${type} again`} onClick={onSend}>
          {state === 'waiting' ? 'Send now' : 'Send again'}
        </Button>
      }
    >
      {reply && (
        <details>
          <summary>Reply</summary>
          <pre>{reply}</pre>
        </details>
      )}
    </WebhookItem>
  );
}
