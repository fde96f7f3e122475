import { CONFIRMED_DAYS } from '#contract/confirmations.ts';
import { AdminPageBody, AdminPageHeader } from '#ui/admin/AdminPageBody.tsx';
import { DataTable } from '#ui/admin/table/DataTable.tsx';
import { useUrlState } from '#ui/admin/use-url-state.ts';
import { Head } from '#ui/base/page/Head.tsx';
import type { Page } from '#ui/base/page/page.ts';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { formatShortLocalDate } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { telUrl } from '#ui/listings/listing.ts';
import { ListingSheet } from '#ui/listings/admin/ListingSheet.tsx';

/** The practices to call. A row opens the listing, where staff save changes and record that the practice confirmed it. */
function CallListPage() {
  const [search, change] = useUrlState();
  const open = Number(search.get('open')) || null;
  return (
    <AdminPageBody>
      <Head title="Call list" noindex />
      <AdminPageHeader title="Call list">
        <ButtonLink to="/admin/data-health">Data health</ButtonLink>
      </AdminPageHeader>
      <p className={layout.hint}>
        The most viewed practices that haven’t confirmed their listing for {CONFIRMED_DAYS} days. Those with an open
        report, or whose callers didn’t reach them, come first. Open one to change it or to record that it was confirmed
        by phone. The order is counted every hour.
      </p>
      <DataTable
        name="callList"
        label="Call list"
        one="practice"
        many="practices"
        searchHint="Name, phone, city, or number..."
        cells={{
          phone: (row) => <Link to={telUrl(String(row.phone))}>{String(row.phone)}</Link>,
          why: (row) => (row.why ? <Badge tone="warn">{String(row.why)}</Badge> : '—'),
          confirmed: (row) => (row.confirmed ? formatShortLocalDate(String(row.confirmed)) : 'Never'),
        }}
        rowLabel={(row) => String(row.name ?? row.id)}
        onOpen={(row) => change({ open: Number(row.id) })}
        openId={open}
        emptyTitle="No practice to call"
        emptyHint="Practices appear here when visitors view an unconfirmed profile, report a problem, or can’t reach the office."
        height="max(22rem, 100dvh - 19rem)"
      />
      {open && <ListingSheet key={open} id={open} onClose={() => change({ open: null })} />}
    </AdminPageBody>
  );
}

export const page: Page = { Component: CallListPage };
