import { useState } from 'react';
import { useBrand } from '#ui/base/page/App.tsx';
import { Head } from '#ui/base/page/Head.tsx';
import type { Page } from '#ui/base/page/page.ts';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { sentenceOf } from '#ui/base/platform/api.ts';
import { useStaffConsole } from '#ui/base/platform/platform.ts';
import { useConsoleState } from '#ui/base/platform/use-console-state.ts';
import { RemoveServer } from './RemoveServer.tsx';
import { ServerForm } from './ServerForm.tsx';
import css from './ServersPage.module.css';

/** Lists the saved servers and adds new ones. Each server has its own session. */
function ServersPage() {
  const brand = useBrand();
  const staffConsole = useStaffConsole();
  const { server, servers, version } = useConsoleState();
  const [isChecking, setIsChecking] = useState(false);
  const checkForUpdates = async () => {
    setIsChecking(true);
    await staffConsole.update('check').catch(() => {});
    setIsChecking(false);
  };
  const [switchingTo, setSwitchingTo] = useState<string | null>(null);
  const switchTo = async (origin: string) => {
    setSwitchingTo(origin);
    await staffConsole
      .chooseServer(origin)
      .catch((error: unknown) =>
        toast({ title: 'Could not switch', description: sentenceOf(error), variant: 'destructive' }),
      );
    setSwitchingTo(null);
  };
  return (
    <div className={css.page}>
      <Head title="Servers" noindex />
      <h1>Servers</h1>
      <ul className={css.servers} aria-label="Saved servers">
        {servers.map(({ origin, email }) => {
          const { host } = new URL(origin);
          return (
            <li key={origin}>
              <span>
                <strong>{host}</strong>
                <span className={css.muted}>{email ?? 'Not logged in yet'}</span>
              </span>
              {origin === server ? (
                <Badge tone="good">In use</Badge>
              ) : (
                <Button
                  size="small"
                  busy={switchingTo === origin}
                  disabled={switchingTo !== null}
                  aria-label={`Switch to ${host}`}
                  onClick={() => void switchTo(origin)}
                >
                  Switch
                </Button>
              )}
              <RemoveServer origin={origin} label="Remove" accessibleName={`Remove ${host}`} />
            </li>
          );
        })}
      </ul>
      <p className={css.muted}>
        Each server has its own login, which is kept when you switch. Unsent decisions for a server are sent when you
        switch back to it.
      </p>
      <Card as="section" aria-labelledby="another-server">
        <h2 id="another-server">Add another server</h2>
        <ServerForm action="Add and switch" />
      </Card>
      <section className={css.version} aria-label="Version">
        <span className={css.muted}>
          {brand} console {version}
        </span>
        <Button size="small" busy={isChecking} onClick={() => void checkForUpdates()}>
          Check for updates
        </Button>
      </section>
    </div>
  );
}

export const page: Page = { Component: ServersPage };
