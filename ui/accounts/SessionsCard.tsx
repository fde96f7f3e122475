import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Laptop, Monitor, Smartphone } from 'lucide-react';
import { listSessions, logoutEverywhere, revokeSession, type Session } from '#contract/accounts.ts';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { formatLocalDateTime } from '#ui/kit/format.ts';
import { Confirm } from '#ui/kit/overlays/Confirm.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api, sentenceOf } from '#ui/platform/api.ts';
import { queryOf, refresh } from '#ui/platform/query.ts';
import css from './Account.module.css';
import { signOut } from './session.ts';

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
    <Card as="section" aria-labelledby="sessions">
      <div className={css.row}>
        <div className={css.words}>
          <h2 id="sessions" className={css.title}>
            Where you are signed in
          </h2>
          <p className={css.soft}>If you do not know one of these, end it and change your password.</p>
        </div>
        <Confirm
          title="Sign out everywhere?"
          description="Every browser and every desktop console of this account is signed out, this one too."
          action="Sign out everywhere"
          trigger={<Button>Sign out everywhere</Button>}
          onConfirm={() => signOut(logoutEverywhere)}
        />
      </div>
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
                    <strong>{session.device}</strong> {session.current && <Badge tone="accent">This one</Badge>}
                  </p>
                  <p className={css.small}>
                    Last active {formatLocalDateTime(session.lastSeenAt)}
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
    </Card>
  );
}
