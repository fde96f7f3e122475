import { useState } from 'react';
import { Head } from '#ui/app/Head.tsx';
import type { Page } from '#ui/app/page.ts';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { sentenceOf } from '#ui/platform/api.ts';
import { useStaffConsole } from '#ui/platform/platform.ts';
import css from './Console.module.css';
import { ForgetServer } from './ForgetServer.tsx';
import { ServerForm } from './ServerForm.tsx';
import { useConsoleState } from './use-console-state.ts';

/** The servers this console knows, each with a sign-in of its own, and the way to one more. */
function ServersPage() {
  const staffConsole = useStaffConsole();
  const { server, servers, version } = useConsoleState();
  const [looking, setLooking] = useState(false);
  const look = async () => {
    setLooking(true);
    await staffConsole.update('check').catch(() => {});
    setLooking(false);
  };
  const [going, setGoing] = useState<string | null>(null);
  const change = async (origin: string) => {
    setGoing(origin);
    await staffConsole
      .chooseServer(origin)
      .catch((error: unknown) =>
        toast({ title: 'Not changed', description: sentenceOf(error), variant: 'destructive' }),
      );
    setGoing(null);
  };
  return (
    <div className={css.serversPage}>
      <Head title="Servers" noindex />
      <h1>Servers</h1>
      <ul className={css.known} aria-label="Servers this console knows">
        {servers.map(({ origin, email }) => {
          const { host } = new URL(origin);
          return (
            <li key={origin}>
              <span>
                <strong>{host}</strong>
                <span className={css.who}>{email ?? 'Nobody has signed in yet'}</span>
              </span>
              {origin === server ? (
                <Badge tone="good">In use</Badge>
              ) : (
                <Button
                  size="small"
                  busy={going === origin}
                  disabled={going !== null}
                  aria-label={`Change to ${host}`}
                  onClick={() => void change(origin)}
                >
                  Change to it
                </Button>
              )}
              <ForgetServer origin={origin} label="Remove" named={`Remove ${host}`} />
            </li>
          );
        })}
      </ul>
      <p className={css.quiet}>
        Each has a sign-in of its own, which is kept when you change. Decisions that wait for one are sent when you are
        back at it.
      </p>
      <Card as="section" aria-labelledby="another-server">
        <h2 id="another-server">Add another server</h2>
        <ServerForm action="Add and change to it" />
      </Card>
      <section className={css.version} aria-label="Version">
        <span className={css.quiet}>Enamel console {version}</span>
        <Button size="small" busy={looking} onClick={() => void look()}>
          Check for updates
        </Button>
      </section>
    </div>
  );
}

export const page: Page = { Component: ServersPage };
