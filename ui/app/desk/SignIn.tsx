import { LoginForm } from '#ui/accounts/LoginForm.tsx';
import { Button } from '#ui/kit/Button.tsx';
import { Callout } from '#ui/kit/Callout.tsx';
import { Card } from '#ui/kit/Card.tsx';
import { Mark } from '#ui/kit/Mark.tsx';
import { Toaster } from '#ui/kit/Toaster.tsx';
import { useDesk, usePlatform } from '#ui/platform/platform.ts';
import { ForgetServer } from './ForgetServer.tsx';
import { NO_KEYCHAIN } from './keeping.ts';
import css from './Desk.module.css';
import { useDeskState } from './use-desk-state.ts';

export function SignIn() {
  const desk = useDesk();
  const { openExternal } = usePlatform();
  const { server, servers, link, snapshot } = useDeskState();
  const others = servers.filter(({ origin }) => origin !== server);
  return (
    <main className={css.door}>
      <title>Login · Enamel</title>
      <div className={css.head}>
        <Mark size={44} className={css.mark} />
        <h1>Enamel</h1>
        <p className={css.server}>{server && new URL(server).host}</p>
      </div>
      <Card tone="lifted">
        {link === 'offline' && (
          <Callout tone="warn" title="The server cannot be reached" className={css.notice}>
            You can sign in as soon as it is back.
          </Callout>
        )}
        <LoginForm onForgot={() => openExternal(`${server}/auth?reset=1`)} />
        {!snapshot.onDisk && <p className={css.soft}>{NO_KEYCHAIN}</p>}
      </Card>
      <div className={css.servers}>
        {others.map(({ origin }) => (
          <Button
            key={origin}
            variant="quiet"
            size="small"
            onClick={() => void desk.chooseServer(origin).catch(() => {})}
          >
            {new URL(origin).host}
          </Button>
        ))}
        {server && <ForgetServer origin={server} />}
      </div>
      <Toaster />
    </main>
  );
}
