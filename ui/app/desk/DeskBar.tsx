import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button } from '#ui/kit/Button.tsx';
import { cx } from '#ui/kit/cx.ts';
import { Popover } from '#ui/kit/Popover.tsx';
import { useDesk } from '#ui/platform/platform.ts';
import { Conflicts } from './Conflicts.tsx';
import css from './Desk.module.css';
import { asOfText, NO_KEYCHAIN } from './keeping.ts';
import { useDeskState } from './use-desk-state.ts';

/** What the console keeps and what it is doing, always in view at the end of the status line. */
export function DeskBar() {
  const desk = useDesk();
  const navigate = useNavigate();
  const { link, outbox, snapshot, jobs, server } = useDeskState();
  const host = server ? new URL(server).host : '';
  const [looking, setLooking] = useState(false);
  const running = jobs.find(({ state }) => state === 'running');
  const { waiting, conflicts } = outbox;
  return (
    <section className={css.bar} aria-label="This console">
      {running && (
        <span className={css.job}>
          {running.name}:{' '}
          {running.total ? `${Math.floor((running.done / running.total) * 100)}%` : amount(running.done)}
          <Button variant="quiet" size="small" onClick={() => void desk.cancelJob(running.id)}>
            Cancel
          </Button>
        </span>
      )}
      {conflicts.length > 0 && (
        <Button variant="quiet" size="small" className={css.conflict} onClick={() => setLooking(true)}>
          {conflicts.length === 1 ? '1 decision needs you' : `${conflicts.length} decisions need you`}
        </Button>
      )}
      {waiting > 0 && (
        <span className={css.waiting} role="status">
          {waiting === 1 ? '1 decision waits to be sent' : `${waiting} decisions wait to be sent`}
        </span>
      )}
      <span className={cx(link === 'offline' && css.away)} role="status">
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
        title={server ?? ''}
        aria-label={`Servers, now ${host}`}
        onClick={() => void navigate('/admin/desk/servers')}
      >
        {host}
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

const amount = (bytes: number): string =>
  bytes > 1_048_576 ? `${(bytes / 1_048_576).toFixed(1)} MB` : `${Math.ceil(bytes / 1024)} kB`;
