import { LoginForm } from '#ui/accounts/sign-in/LoginForm.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { Toaster } from '#ui/kit/overlays/Toaster.tsx';
import { usePlatform } from '#ui/base/platform/platform.ts';
import { useConsoleState } from '#ui/base/platform/use-console-state.ts';
import css from './ConsoleLogin.module.css';
import { ServerChoices } from './ServerChoices.tsx';
import { NO_KEYCHAIN } from './storage-texts.ts';
import { WelcomeFrame } from './WelcomeFrame.tsx';

export function ConsoleLogin() {
  const { openExternal } = usePlatform();
  const { server, link, problem, snapshot } = useConsoleState();
  return (
    <WelcomeFrame
      documentTitle="Login · Enamel"
      heading="Enamel"
      subtitle={<p className={css.server}>{server && new URL(server).host}</p>}
    >
      <Card tone="lifted">
        {link === 'offline' && (
          <Callout tone="warn" title="The server can’t be reached" className={css.offline}>
            {problem ?? 'You can log in as soon as it’s back.'}
          </Callout>
        )}
        <LoginForm onlyForm onForgot={() => openExternal(`${server}/auth?reset=1`)} />
        {!snapshot.onDisk && <p className={css.storageNotice}>{NO_KEYCHAIN}</p>}
      </Card>
      <ServerChoices />
      <Toaster />
    </WelcomeFrame>
  );
}
