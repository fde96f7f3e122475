import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button } from '#ui/kit/controls/Button.tsx';
import { cx } from '#ui/kit/cx.ts';
import { Popover } from '#ui/kit/overlays/Popover.tsx';
import { Conflicts } from './Conflicts.tsx';
import css from './Console.module.css';
import { Running } from './Running.tsx';
import { asOfText, NO_KEYCHAIN } from './keeping.ts';
import { useConsoleState } from './use-console-state.ts';

/** What the console keeps and what it is doing, always in view at the end of the status line. */
export function ConsoleBar() {
  const navigate = useNavigate();
  const { link, outbox, snapshot, jobs, server } = useConsoleState();
  const host = server ? new URL(server).host : '';
  const [looking, setLooking] = useState(false);
  const { waiting, conflicts } = outbox;
  return (
    <section className={css.bar} aria-label="This console">
      <Running jobs={jobs.filter(({ state }) => state === 'running')} />
      {conflicts.length > 0 && (
        <Button variant="quiet" size="small" className={css.conflict} onClick={() => setLooking(true)}>
          <span>
            {conflicts.length}
            <span className={css.long}> {conflicts.length === 1 ? 'decision' : 'decisions'}</span>
            {conflicts.length === 1 ? ' needs you' : ' need you'}
          </span>
        </Button>
      )}
      {waiting > 0 && (
        <span className={css.waiting} role="status">
          {waiting}
          <span className={css.long}> {waiting === 1 ? 'decision' : 'decisions'}</span>
          {waiting === 1 ? ' waits' : ' wait'}
          <span className={css.long}> to be sent</span>
        </span>
      )}
      <span className={cx(css.link, link === 'offline' && css.away)} role="status">
        {link === 'offline' ? 'Server out of reach' : 'Server in reach'}
      </span>
      <span className={css.asOf}>{snapshot.asOf ? `Kept as of ${asOfText(snapshot.asOf)}` : 'Nothing kept yet'}</span>
      {!snapshot.onDisk && (
        <Popover
          label="What is kept on this computer"
          align="end"
          trigger={
            <Button variant="quiet" size="small">
              In memory only
            </Button>
          }
        >
          <p className={css.about}>{NO_KEYCHAIN}</p>
        </Popover>
      )}
      <Button
        variant="quiet"
        size="small"
        className={css.host}
        title={server ?? ''}
        aria-label={`Servers, now ${host}`}
        onClick={() => void navigate('/admin/desk/servers')}
      >
        <span className={css.cut}>{host}</span>
      </Button>
      <Button variant="quiet" size="small" onClick={() => void navigate('/admin/desk/import')}>
        Import
      </Button>
      <Button variant="quiet" size="small" onClick={() => void navigate('/admin/desk/reports')}>
        Offline reports
      </Button>
      <Conflicts open={looking && conflicts.length > 0} onClose={() => setLooking(false)} />
    </section>
  );
}
