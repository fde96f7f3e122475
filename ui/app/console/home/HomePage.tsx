import { useMay } from '#ui/admin/use-may.ts';
import { Head } from '#ui/base/page/Head.tsx';
import type { Page } from '#ui/base/page/page.ts';
import { AttentionList } from './AttentionList.tsx';
import css from './HomePage.module.css';
import { OpenFiles } from './OpenFiles.tsx';
import { RecentImports } from './RecentImports.tsx';

/** The operator's home: what needs attention, files to import, and the last imports. */
function HomePage() {
  const mayImport = useMay('imports.manage');
  return (
    <div className={css.page}>
      <Head title="Home" noindex />
      <h1>Home</h1>
      <AttentionList />
      {mayImport && <OpenFiles />}
      {mayImport && <RecentImports />}
    </div>
  );
}

export const page: Page = { Component: HomePage };
