import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CloudOff, Download, FileUp, LineChart, LockKeyhole, SendHorizontal, Split } from 'lucide-react';
import { useState } from 'react';
import { listImports } from '#contract/bulk/bulk.ts';
import { reports } from '#shared/insights/reports.ts';
import { useBrand } from '#ui/base/page/App.tsx';
import { useMay } from '#ui/admin/use-may.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { useConsoleState } from '#ui/base/platform/use-console-state.ts';
import { HomeRow, HomeRows } from '#ui/home/admin/HomeRow.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { ConflictDialog } from '../ConflictDialog.tsx';
import { CheckAgain } from '../VersionMismatch.tsx';
import { layout } from '#ui/kit/layout.ts';

const REFRESH_MS = 60_000;
const count = (n: number, one: string, many: string): string => `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`;

const updateStages = { offered: 'available', fetching: 'downloading', ready: 'ready to install' };

/** Problems and unfinished work on this computer, each with the way to settle it. Shows nothing if there are none. */
export function ComputerList() {
  const brand = useBrand();
  const { link, problem, outbox, schedule, newer, server, update } = useConsoleState();
  const { conflicts, waiting, held, locked } = outbox;
  const mayImport = useMay('imports.manage');
  const imports = useQuery({
    ...queryOf(listImports, { query: { pageSize: '6' } }),
    refetchInterval: REFRESH_MS,
    enabled: mayImport,
  });
  const checked = imports.data?.filter(({ status }) => status === 'ready') ?? [];
  const unsaved = schedule.filter(({ last }) => last?.ok === false);
  const unsent = link === 'offline' || update ? waiting + held : 0;
  const [showsConflicts, setShowsConflicts] = useState(false);
  const rows = conflicts.length + checked.length + unsaved.length + locked + unsent;
  if (rows === 0 && problem === null && update === null && newer === null) return null;
  return (
    <section className={layout.tight} aria-labelledby="this-computer">
      <h2 id="this-computer">On this computer</h2>
      <HomeRows>
        {conflicts.length > 0 && (
          <HomeRow
            icon={Split}
            tone="bad"
            to="/admin?tab=claims"
            title={count(conflicts.length, 'decision was not applied', 'decisions were not applied')}
            detail={conflicts[0]!.message}
            actions={
              <Button size="small" onClick={() => setShowsConflicts(true)}>
                Settle
              </Button>
            }
          />
        )}
        {update && (
          <HomeRow
            icon={CircleAlert}
            tone="bad"
            to="/admin/desk/settings"
            title="An update is needed"
            detail={`${update.message} Until then you work with what is kept on this computer, and decisions wait here.`}
            actions={server && <CheckAgain server={server} />}
          />
        )}
        {problem !== null && (
          <HomeRow
            icon={CloudOff}
            tone="bad"
            to="/admin/desk/settings"
            title="The server can’t be reached"
            detail={problem}
          />
        )}
        {checked.map(({ id, fileName }) => (
          <HomeRow
            key={id}
            icon={FileUp}
            to={`/admin/imports/${id}`}
            title={`“${fileName}” was checked and waits to be imported`}
            detail="Look at what it would change, then import or discard it."
          />
        ))}
        {unsaved.map(({ key, id, folder, last }) => (
          <HomeRow
            key={key}
            icon={LineChart}
            tone="bad"
            to="/admin/desk/reports"
            title={`${reports[id].title} could not be saved to “${folder}”`}
            detail={`${last!.message} We’ll try again.`}
          />
        ))}
        {locked > 0 && (
          <HomeRow
            icon={LockKeyhole}
            tone="bad"
            to="/admin?tab=claims"
            title={count(locked, 'decision is locked', 'decisions are locked')}
            detail={`Your keychain didn’t open. Unlock it, then restart ${brand}.`}
          />
        )}
        {unsent > 0 && (
          <HomeRow
            icon={SendHorizontal}
            to="/admin?tab=claims"
            title={
              count(unsent, 'decision waits', 'decisions wait') + (update ? ' for the update' : ' for a connection')
            }
            detail={`Saved on this computer. Sent ${update ? 'after the update' : 'as soon as you’re connected'}.`}
          />
        )}
        {newer && (
          <HomeRow
            icon={Download}
            to="/admin/desk/settings"
            title={`${brand} ${newer.version} is ${updateStages[newer.how]}`}
            detail="Your work is kept while the console restarts."
          />
        )}
      </HomeRows>
      <ConflictDialog open={showsConflicts} onClose={() => setShowsConflicts(false)} />
    </section>
  );
}
