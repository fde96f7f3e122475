import { lazy, Suspense, useState } from 'react';
import { appointmentStates, stateLabels, type AppointmentState } from '#shared/appointments/appointment-state.ts';
import { AdminPageBody, AdminPageHeader } from '#ui/admin/AdminPageBody.tsx';
import { DataTable } from '#ui/admin/table/DataTable.tsx';
import { Head } from '#ui/base/page/Head.tsx';
import type { Page } from '#ui/base/page/page.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { formatLocalDateTime } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { StateBadge } from '../StateBadge.tsx';
import { RequestSheet } from './RequestSheet.tsx';

const AgreementDialog = lazy(() => import('./AgreementDialog.tsx'));

const needed = ['listing'];
const stateNamed = (label: unknown): AppointmentState =>
  appointmentStates.find((state) => stateLabels[state] === label) ?? 'new';

function AppointmentsPage() {
  // Not in the URL, because each opening is recorded.
  const [openId, setOpenId] = useState<number | null>(null);
  const [showsAgreement, setShowsAgreement] = useState(false);
  return (
    <AdminPageBody>
      <Head title="Appointment requests" noindex />
      <AdminPageHeader title="Appointment requests">
        <Button onClick={() => setShowsAgreement(true)}>Agreement with practices</Button>
      </AdminPageHeader>
      <p className={layout.hint}>
        Patient details stay hidden until you open a request. Each opening is recorded in the audit log.
      </p>
      <DataTable
        name="appointments"
        label="Appointment requests"
        one="request"
        many="requests"
        searchHint="Listing, city, or number..."
        needed={needed}
        cells={{
          state: (row) => <StateBadge state={stateNamed(row.state)} />,
          received: (row) => formatLocalDateTime(String(row.received)),
          changed: (row) => formatLocalDateTime(String(row.changed)),
        }}
        rowLabel={(row) => `Request ${String(row.id)}, ${String(row.listing)}`}
        onOpen={(row) => setOpenId(Number(row.id))}
        emptyTitle="No requests"
        emptyHint="Requests that patients send to practices appear here."
        height="max(22rem, 100dvh - 17rem)"
      />
      {showsAgreement && (
        <Suspense fallback={null}>
          <AgreementDialog onClose={() => setShowsAgreement(false)} />
        </Suspense>
      )}
      {openId !== null && <RequestSheet key={openId} id={openId} onClose={() => setOpenId(null)} />}
    </AdminPageBody>
  );
}

export const page: Page = { Component: AppointmentsPage };
