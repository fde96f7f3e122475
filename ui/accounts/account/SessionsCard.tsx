import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Laptop, Monitor, Smartphone } from 'lucide-react';
import { listSessions, logoutEverywhere, revokeSession, type Session } from '#contract/accounts/accounts.ts';
import { loginMethodLabels } from '#shared/accounts/login-methods.ts';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Confirm } from '#ui/kit/overlays/Confirm.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { formatLocalDateTime } from '#ui/kit/format.ts';
import { api, sentenceOf } from '#ui/base/platform/api.ts';
import { queryOf, refresh } from '#ui/base/platform/query.ts';
import { layout } from '#ui/kit/layout.ts';
import css from './SessionsCard.module.css';
import { SettingsCard } from './SettingsCard.tsx';
import { signOut } from '#ui/base/session.ts';

const iconOf = ({ kind, device }: Session) =>
  kind === 'desktop' ? Monitor : /Android|iOS/.test(device) ? Smartphone : Laptop;

export function SessionsCard() {
  const cache = useQueryClient();
  const { data, error } = useQuery({ ...queryOf(listSessions, {}), refetchOnMount: 'always' });
  const end = async (session: Session) => {
    try {
      await api(revokeSession, { params: { id: session.id } });
      toast({ title: 'Signed out', description: `${session.device} is signed out.` });
    } catch (problem) {
      toast({ title: 'Error', description: sentenceOf(problem), variant: 'destructive' });
    }
    await refresh(cache, '/api/auth/sessions');
  };
  return (
    <SettingsCard
      id="sessions"
      title="Where you're signed in"
      text="Don't recognize one? Sign it out, and change your password."
      action={
        <Confirm
          title="Sign out everywhere?"
          description="You'll be signed out of every browser and desktop console, including this one."
          action="Sign out everywhere"
          trigger={<Button>Sign out everywhere</Button>}
          onConfirm={() => signOut(logoutEverywhere)}
        />
      }
    >
      {error ? (
        <Callout tone="bad">{sentenceOf(error)}</Callout>
      ) : (
        <ul className={css.sessions} aria-busy={!data}>
          {data?.map((session) => {
            const Icon = iconOf(session);
            return (
              <li key={session.id} className={css.session}>
                <Icon aria-hidden="true" className={css.device} />
                <div className={css.grow}>
                  <p>
                    <strong>{session.device}</strong> {session.current && <Badge tone="accent">This device</Badge>}
                  </p>
                  <p className={layout.fine}>
                    Last active {formatLocalDateTime(session.lastSeenAt)}
                    {session.method && ` · ${loginMethodLabels[session.method]}`}
                    {session.ipAddress && ` · ${session.ipAddress}`}
                  </p>
                </div>
                {!session.current && (
                  <Button size="small" aria-label={`Sign out ${session.device}`} onClick={() => void end(session)}>
                    Sign out
                  </Button>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </SettingsCard>
  );
}
