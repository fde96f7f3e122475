import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { layout } from '#ui/kit/layout.ts';
import { sentenceOf } from '#ui/base/platform/api.ts';
import { useStaffConsole } from '#ui/base/platform/platform.ts';
import { useConsoleState } from '#ui/base/platform/use-console-state.ts';
import { RemoveServer } from './RemoveServer.tsx';
import { ServerForm } from './ServerForm.tsx';
import css from './Servers.module.css';

/** Lists the saved servers and adds new ones. Each server has its own session. */
export function Servers() {
  const staffConsole = useStaffConsole();
  const { server, servers } = useConsoleState();
  const heading = useRef<HTMLHeadingElement>(null);
  const { hash, key } = useLocation();
  useEffect(() => {
    if (hash === '#servers') heading.current?.scrollIntoView();
    // Each navigation scrolls, also one to the same place.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [hash, key]);
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
    <Card as="section" aria-labelledby="servers" className={css.card}>
      <h2 id="servers" ref={heading}>
        Servers
      </h2>
      <ul className={css.servers} aria-label="Saved servers">
        {servers.map(({ origin, email }) => {
          const { host } = new URL(origin);
          return (
            <li key={origin}>
              <span>
                <strong>{host}</strong>
                <span className={layout.muted}>{email ?? 'Not logged in yet'}</span>
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
      <p className={layout.muted}>
        Each server has its own login, which is kept when you switch. Unsent decisions for a server are sent when you
        switch back to it.
      </p>
      <h3>Add another server</h3>
      <ServerForm action="Add and switch" />
    </Card>
  );
}
