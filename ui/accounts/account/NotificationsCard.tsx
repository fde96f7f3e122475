import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  getNotifications,
  notificationKinds,
  notificationLabels,
  saveNotifications,
  type NotificationSettings,
} from '#contract/accounts/notifications.ts';
import { Switch } from '#ui/kit/controls/Switch.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { layout } from '#ui/kit/layout.ts';
import { api, sentenceOf } from '#ui/base/platform/api.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { toastError } from '#ui/base/platform/toast-error.ts';
import { SettingsCard } from './SettingsCard.tsx';

/** The emails that a person can turn off. Each switch is saved at once. */
export function NotificationsCard() {
  const client = useQueryClient();
  const query = queryOf(getNotifications, {});
  const { data, error } = useQuery(query);
  const save = useMutation({
    mutationFn: (change: Partial<NotificationSettings>) => api(saveNotifications, { body: change }),
    onSuccess: (settings) => client.setQueryData(query.queryKey, settings),
    onError: (failure) => toastError(failure),
  });
  return (
    <SettingsCard
      id="notifications"
      title="Email notifications"
      text="We always email you about security, payments, and your claims."
    >
      {error && <Callout tone="bad">{sentenceOf(error)}</Callout>}
      <div className={layout.stack}>
        {notificationKinds.map((kind) => (
          <Switch
            key={kind}
            {...notificationLabels[kind]}
            disabled={!data}
            checked={
              save.variables?.[kind] !== undefined && save.isPending ? save.variables[kind] : (data?.[kind] ?? true)
            }
            onChange={(event) => save.mutate({ [kind]: event.target.checked })}
          />
        ))}
      </div>
    </SettingsCard>
  );
}
