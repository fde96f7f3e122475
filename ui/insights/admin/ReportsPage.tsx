import { AdminPageBody, AdminPageHeader } from '#ui/admin/AdminPageBody.tsx';
import { Head } from '#ui/base/page/Head.tsx';
import type { Page } from '#ui/base/page/page.ts';
import { Reports } from './Reports.tsx';

/** The web's Reports, which the console also shows without a connection. */
const ReportsPage = () => (
  <AdminPageBody>
    <Head title="Reports" noindex />
    <AdminPageHeader title="Reports" />
    <Reports />
  </AdminPageBody>
);

export const page: Page = { Component: ReportsPage };
