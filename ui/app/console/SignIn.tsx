import { LoginForm } from '#ui/accounts/LoginForm.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { Mark } from '#ui/kit/display/Mark.tsx';
import { Toaster } from '#ui/kit/overlays/Toaster.tsx';
import { usePlatform } from '#ui/platform/platform.ts';
import { ForgetServer } from './ForgetServer.tsx';
import { NO_KEYCHAIN } from './keeping.ts';
import css from './Console.module.css';
import { OtherServers } from './OtherServers.tsx';
import { useConsoleState } from './use-console-state.ts';

export function SignIn() {
  const { openExternal } = usePlatform();
  const { server, link, snapshot } = useConsoleState();
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
        <LoginForm first onForgot={() => openExternal(`${server}/auth?reset=1`)} />
        {!snapshot.onDisk && <p className={css.soft}>{NO_KEYCHAIN}</p>}
      </Card>
      <div className={css.servers}>
        <OtherServers />
        {server && <ForgetServer origin={server} />}
      </div>
      <Toaster />
    </main>
  );
}
