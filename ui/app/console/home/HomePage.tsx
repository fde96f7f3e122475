import { useMay } from '#ui/admin/use-may.ts';
import { Head } from '#ui/base/page/Head.tsx';
import type { Page } from '#ui/base/page/page.ts';
import { useConsoleState } from '#ui/base/platform/use-console-state.ts';
import { StaffHome } from '#ui/home/admin/StaffHome.tsx';
import { formatSyncTime } from '../storage-texts.ts';
import { ComputerList } from './ComputerList.tsx';
import { layout } from '#ui/kit/layout.ts';
import css from './HomePage.module.css';
import { OpenFiles } from './OpenFiles.tsx';

/** The web's Home, with what is on this computer. Without a connection it shows the kept list with its age. */
function HomePage() {
  const mayImport = useMay('imports.manage');
  const { link, homeAt, update } = useConsoleState();
  return (
    <div className={css.page}>
      <Head title="Home" noindex />
      <div className={css.head}>
        <h1>Home</h1>
        {(link === 'offline' || update) && homeAt && (
          <p className={layout.muted}>
            {update ? 'Update needed' : 'Offline'}. As of {formatSyncTime(homeAt)}
          </p>
        )}
      </div>
      <div className={css.lists}>
        <ComputerList />
        <StaffHome />
      </div>
      {mayImport && <OpenFiles />}
    </div>
  );
}

export const page: Page = { Component: HomePage };
