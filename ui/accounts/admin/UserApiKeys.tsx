import { useMutation, useQueryClient } from '@tanstack/react-query';
import { revokeUserApiKey, type ApiKey } from '#contract/accounts/api-keys.ts';
import { api } from '#ui/base/platform/api.ts';
import { refresh } from '#ui/base/platform/query.ts';
import { toastError } from '#ui/base/platform/toast-error.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { formatAgo, formatShortLocalDate } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { Confirm } from '#ui/kit/overlays/Confirm.tsx';

/** The API keys of an account and of its groups, which staff can revoke. */
export function UserApiKeys({ userId, keys }: { userId: number; keys: ApiKey[] }) {
  const client = useQueryClient();
  const revoke = useMutation({
    mutationFn: (key: ApiKey) => api(revokeUserApiKey, { params: { id: String(userId), key: String(key.id) } }),
    onSettled: () => refresh(client, '/api/admin/users'),
    onError: (error) => toastError(error),
  });
  return (
    <div className={layout.tight}>
      <h3>API keys ({keys.length})</h3>
      {keys.map((key) => (
        <div key={key.id} className={layout.row}>
          <span>
            {key.name}
            {key.group && ` of ${key.group.name}`}, until {formatShortLocalDate(key.expiresAt)},{' '}
            {key.lastUsedAt ? `used ${formatAgo(key.lastUsedAt)}` : 'not used yet'}
          </span>
          <Confirm
            title={`Revoke the key “${key.name}”?`}
            description="Software that uses it stops working at once. This can’t be undone."
            action="Revoke"
            danger
            trigger={
              <Button size="small" aria-label={`Revoke ${key.name}`}>
                Revoke
              </Button>
            }
            onConfirm={() => revoke.mutateAsync(key)}
          />
        </div>
      ))}
      {keys.length === 0 && <span className={layout.muted}>None</span>}
    </div>
  );
}
