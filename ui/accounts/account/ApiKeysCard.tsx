import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { listApiKeys, revokeApiKey, rotateApiKey, type ApiKey } from '#contract/accounts/api-keys.ts';
import { KEY_OVERLAP_HOURS, labelScope, type ApiScope } from '#shared/accounts/api-scopes.ts';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Confirm } from '#ui/kit/overlays/Confirm.tsx';
import { formatLocalDateTime, formatShortLocalDate } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { useNow } from '#ui/kit/use-now.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api, sentenceOf } from '#ui/base/platform/api.ts';
import { queryOf, refresh } from '#ui/base/platform/query.ts';
import { toastError } from '#ui/base/platform/toast-error.ts';
import css from './ApiKeysCard.module.css';
import { NewApiKeyDialog } from './NewApiKeyDialog.tsx';
import { PasswordDialog } from './PasswordDialog.tsx';
import { SettingsCard } from './SettingsCard.tsx';
import { ShownSecret } from './ShownSecret.tsx';

const describeScopes = ({ scopes, group }: ApiKey) =>
  scopes.map((scope) => labelScope(scope as ApiScope, group !== undefined)?.label ?? scope).join(', ');

export function ApiKeysCard() {
  const client = useQueryClient();
  const { data, error } = useQuery({ ...queryOf(listApiKeys, {}), refetchOnMount: 'always' });
  const [isCreating, setIsCreating] = useState(false);
  const [replaced, setReplaced] = useState<ApiKey | null>(null);
  const [shown, setShown] = useState<string | null>(null);
  const reload = () => refresh(client, '/api/user/api-keys');
  const show = (key: string) => {
    setShown(key);
    void reload();
  };
  const revoke = async ({ id, name }: ApiKey) => {
    try {
      await api(revokeApiKey, { params: { id: String(id) } });
      toast({ title: 'Revoked', description: `${name} no longer works.`, variant: 'good' });
    } catch (problem) {
      toastError(problem);
    }
    await reload();
  };
  return (
    <SettingsCard
      id="api-keys"
      title="API keys"
      text={
        <>
          With a key, your own software can use <a href="/api/docs">our API</a> as you, or for a group.
        </>
      }
      action={<Button onClick={() => setIsCreating(true)}>Create a key</Button>}
    >
      {error && <Callout tone="bad">{sentenceOf(error)}</Callout>}
      {data && data.length > 0 && (
        <ul className={css.keys}>
          {data.map((key) => (
            <KeyRow key={key.id} apiKey={key} onReplace={() => setReplaced(key)} onRevoke={() => revoke(key)} />
          ))}
        </ul>
      )}
      {isCreating && <NewApiKeyDialog onCreated={show} onClose={() => setIsCreating(false)} />}
      <PasswordDialog
        open={replaced !== null}
        onOpenChange={(open) => !open && setReplaced(null)}
        title={`Replace the key “${replaced?.name}”?`}
        description={`You get a new key that can do the same. The old one works for ${KEY_OVERLAP_HOURS} more hours, so you have time to switch.`}
        actionLabel="Replace the key"
        run={async (password) => {
          if (!replaced) return;
          show((await api(rotateApiKey, { params: { id: String(replaced.id) }, body: { password } })).key);
        }}
      />
      {shown !== null && (
        <ShownSecret
          name="API key"
          description="Send it in the Authorization header, after the word Bearer."
          warning="You won't see this key again. Anyone who has it can use it."
          value={shown}
          onClose={() => setShown(null)}
        />
      )}
    </SettingsCard>
  );
}

interface KeyRowProps {
  apiKey: ApiKey;
  onReplace: () => void;
  onRevoke: () => Promise<void>;
}

function KeyRow({ apiKey, onReplace, onRevoke }: KeyRowProps) {
  const { name, hint, expiresAt, lastUsedAt, group, madeBy } = apiKey;
  const isExpired = Date.parse(expiresAt) <= useNow(60_000);
  return (
    <li className={css.key}>
      <div className={css.grow}>
        <p>
          <strong>{name}</strong> <code>enk_…{hint}</code> {isExpired && <Badge tone="warn">Expired</Badge>}
        </p>
        <p className={layout.fine}>{describeScopes(apiKey)}</p>
        {group && (
          <p className={layout.fine}>
            Belongs to {group.name}
            {madeBy && ` · Created by ${madeBy}`}
          </p>
        )}
        <p className={layout.fine}>
          {isExpired ? 'Expired' : 'Works until'} {formatShortLocalDate(expiresAt)} ·{' '}
          {lastUsedAt ? `Last used ${formatLocalDateTime(lastUsedAt)}` : 'Not used yet'}
        </p>
      </div>
      <div className={layout.row}>
        {!isExpired && (
          <Button size="small" aria-label={`Replace ${name}`} onClick={onReplace}>
            Replace
          </Button>
        )}
        <Confirm
          title={`Revoke the key “${name}”?`}
          description="Software that uses it stops working at once. This can’t be undone."
          action="Revoke"
          danger
          trigger={
            <Button size="small" aria-label={`Revoke ${name}`}>
              Revoke
            </Button>
          }
          onConfirm={onRevoke}
        />
      </div>
    </li>
  );
}
