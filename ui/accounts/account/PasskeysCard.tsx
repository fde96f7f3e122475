import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { listPasskeys, removePasskey, type Passkey } from '#contract/accounts/passkeys.ts';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Confirm } from '#ui/kit/overlays/Confirm.tsx';
import { formatLocalDateTime, formatShortLocalDate } from '#ui/kit/format.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api, sentenceOf } from '#ui/base/platform/api.ts';
import { usePlatform } from '#ui/base/platform/platform.ts';
import { queryOf, refresh } from '#ui/base/platform/query.ts';
import { toastError } from '#ui/base/platform/toast-error.ts';
import { layout } from '#ui/kit/layout.ts';
import css from './PasskeysCard.module.css';
import { NewPasskeyDialog } from './NewPasskeyDialog.tsx';
import { SettingsCard } from './SettingsCard.tsx';

const ABOUT = 'Log in with your fingerprint, face, or device PIN. Your password and codes still work.';
const IN_CONSOLE = 'Passkeys work in a browser. Open this page on the website to add one.';

export function PasskeysCard() {
  const client = useQueryClient();
  const isWeb = usePlatform().kind === 'web';
  const { data, error } = useQuery({ ...queryOf(listPasskeys, {}), refetchOnMount: 'always' });
  const [isAdding, setIsAdding] = useState(false);
  const reload = () => refresh(client, '/api/user/passkeys');
  const remove = async ({ id, name }: Passkey) => {
    try {
      await api(removePasskey, { params: { id: String(id) } });
      toast({ title: 'Removed', description: `${name} can no longer log in. You can delete it from your device.` });
    } catch (problem) {
      toastError(problem);
    }
    await reload();
  };
  return (
    <SettingsCard
      id="passkeys"
      title="Passkeys"
      text={isWeb ? ABOUT : IN_CONSOLE}
      action={isWeb && <Button onClick={() => setIsAdding(true)}>Add a passkey</Button>}
    >
      {error && <Callout tone="bad">{sentenceOf(error)}</Callout>}
      {data && data.length > 0 && (
        <ul className={css.passkeys}>
          {data.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onRemove={() => remove(passkey)} />
          ))}
        </ul>
      )}
      {isAdding && <NewPasskeyDialog onAdded={() => void reload()} onClose={() => setIsAdding(false)} />}
    </SettingsCard>
  );
}

function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove: () => Promise<void> }) {
  const { name, isSynced, createdAt, lastUsedAt } = passkey;
  return (
    <li className={css.passkey}>
      <div className={css.grow}>
        <p>
          <strong>{name}</strong> {isSynced && <Badge>Synced</Badge>}
        </p>
        <p className={layout.fine}>
          Added {formatShortLocalDate(createdAt)} ·{' '}
          {lastUsedAt ? `Last used ${formatLocalDateTime(lastUsedAt)}` : 'Not used yet'}
        </p>
      </div>
      <Confirm
        title={`Remove the passkey “${name}”?`}
        description="You won't be able to log in with it. Your password still works."
        action="Remove"
        danger
        trigger={
          <Button size="small" aria-label={`Remove ${name}`}>
            Remove
          </Button>
        }
        onConfirm={onRemove}
      />
    </li>
  );
}
