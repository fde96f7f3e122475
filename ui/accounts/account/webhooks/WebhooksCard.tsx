import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  deleteWebhook,
  enableWebhook,
  listWebhooks,
  rotateWebhookSecret,
  type Webhook,
} from '#contract/accounts/webhooks.ts';
import { SECRET_OVERLAP_HOURS, webhookKindLabels, type WebhookKind } from '#shared/accounts/webhook-events.ts';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Confirm } from '#ui/kit/overlays/Confirm.tsx';
import { formatLocalDateTime } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import { useNow } from '#ui/kit/use-now.ts';
import { api, sentenceOf } from '#ui/base/platform/api.ts';
import { queryOf, refresh } from '#ui/base/platform/query.ts';
import { toastError } from '#ui/base/platform/toast-error.ts';
import { PasswordDialog } from '../PasswordDialog.tsx';
import { SettingsCard } from '../SettingsCard.tsx';
import { ShownSecret } from '../ShownSecret.tsx';
import { NewWebhookDialog } from './NewWebhookDialog.tsx';
import { WebhookItem, WebhookItems } from './WebhookItem.tsx';
import { WebhookLog } from './WebhookLog.tsx';

type Open = { webhook: Webhook; part: 'log' | 'secret' };

export function WebhooksCard() {
  const client = useQueryClient();
  const { data, error } = useQuery({ ...queryOf(listWebhooks, {}), refetchOnMount: 'always' });
  const [isCreating, setIsCreating] = useState(false);
  const [open, setOpen] = useState<Open | null>(null);
  const [shown, setShown] = useState<string | null>(null);
  const reload = () => refresh(client, '/api/user/webhooks');
  const show = (secret: string) => {
    setShown(secret);
    void reload();
  };
  const change = async (run: () => Promise<unknown>, title: string, description: string) => {
    try {
      await run();
      toast({ title, description, variant: 'good' });
    } catch (problem) {
      toastError(problem);
    }
    await reload();
  };
  return (
    <SettingsCard
      id="webhooks"
      title="Webhooks"
      text={
        <>
          We can tell your own server when something changes. <a href="/api/docs#webhooks">How it works</a>
        </>
      }
      action={<Button onClick={() => setIsCreating(true)}>Add a webhook</Button>}
    >
      {error && <Callout tone="bad">{sentenceOf(error)}</Callout>}
      {data && data.length > 0 && (
        <WebhookItems>
          {data.map((webhook) => {
            const params = { id: String(webhook.id) };
            return (
              <WebhookRow
                key={webhook.id}
                webhook={webhook}
                onOpen={(part) => setOpen({ webhook, part })}
                onEnable={() =>
                  change(() => api(enableWebhook, { params }), 'Turned on', 'The waiting events are being sent.')
                }
                onRemove={() =>
                  change(() => api(deleteWebhook, { params }), 'Removed', `${webhook.url} gets no more events.`)
                }
              />
            );
          })}
        </WebhookItems>
      )}
      {isCreating && <NewWebhookDialog onCreated={show} onClose={() => setIsCreating(false)} />}
      {open?.part === 'log' && (
        <WebhookLog
          webhook={open.webhook}
          onClose={() => {
            setOpen(null);
            void reload();
          }}
        />
      )}
      <PasswordDialog
        open={open?.part === 'secret'}
        onOpenChange={(isOpen) => !isOpen && setOpen(null)}
        title="Replace the secret?"
        description={`You get a new secret. For ${SECRET_OVERLAP_HOURS} hours we sign with both, so you have time to switch.`}
        actionLabel="Replace the secret"
        run={async (password) => {
          if (!open) return;
          const params = { id: String(open.webhook.id) };
          show((await api(rotateWebhookSecret, { params, body: { password } })).secret);
        }}
      />
      {shown !== null && (
        <ShownSecret
          name="secret"
          description={
            <>
              Check the header <code>directory-signature</code> with it. Stripe’s packages do that with one call.
            </>
          }
          warning="You won't see this secret again. Anyone who has it can send you fake events."
          value={shown}
          onClose={() => setShown(null)}
        />
      )}
    </SettingsCard>
  );
}

interface WebhookRowProps {
  webhook: Webhook;
  onOpen: (part: Open['part']) => void;
  onEnable: () => Promise<void>;
  onRemove: () => Promise<void>;
}

function WebhookRow({ webhook, onOpen, onEnable, onRemove }: WebhookRowProps) {
  const { url, events, failingSince, disabledAt, oldSecretUntil } = webhook;
  const now = useNow(60_000);
  const hasTwoSecrets = oldSecretUntil !== null && Date.parse(oldSecretUntil) > now;
  const kinds = events.map((kind) => webhookKindLabels[kind as WebhookKind].label).join(', ');
  const trouble = disabledAt
    ? `Turned off ${formatLocalDateTime(disabledAt)}, because every attempt failed for three days`
    : failingSince && `Failing since ${formatLocalDateTime(failingSince)}`;
  return (
    <WebhookItem
      title={
        <>
          <strong>{url}</strong>{' '}
          {disabledAt ? <Badge tone="bad">Off</Badge> : failingSince && <Badge tone="warn">Failing</Badge>}
        </>
      }
      lines={[kinds, trouble, hasTwoSecrets && `Both secrets sign until ${formatLocalDateTime(oldSecretUntil)}`]}
      actions={
        <div className={layout.row}>
          {disabledAt && (
            <Button size="small" aria-label={`Turn on ${url}`} onClick={() => void onEnable()}>
              Turn on
            </Button>
          )}
          <Button size="small" aria-label={`Log of ${url}`} onClick={() => onOpen('log')}>
            Log and test
          </Button>
          <Button size="small" aria-label={`New secret for ${url}`} onClick={() => onOpen('secret')}>
            New secret
          </Button>
          <Confirm
            title="Remove this webhook?"
            description={`${url} gets no more events, and its log is deleted. This can’t be undone.`}
            action="Remove"
            danger
            trigger={
              <Button size="small" aria-label={`Remove ${url}`}>
                Remove
              </Button>
            }
            onConfirm={onRemove}
          />
        </div>
      }
    />
  );
}
