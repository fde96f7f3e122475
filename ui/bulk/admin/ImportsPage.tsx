import { useNavigate } from 'react-router-dom';
import { AdminPageBody, AdminPageHeader } from '#ui/admin/AdminPageBody.tsx';
import { DataTable } from '#ui/admin/table/DataTable.tsx';
import { Head } from '#ui/base/page/Head.tsx';
import type { Page } from '#ui/base/page/page.ts';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { formatBytes, formatLocalDateTime } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { usePlatform } from '#ui/base/platform/platform.ts';
import { statusLabels } from '../format.ts';
import { ImportQueue } from '../queue/ImportQueue.tsx';
import { WatchedFolderCard } from '../queue/WatchedFolderCard.tsx';
import { DataTab } from './DataTab.tsx';

const POLL_MS = 1_500;
const needed = ['file', 'status'];
const toneOf = (label: unknown) =>
  Object.values(statusLabels).find((status) => status.label === label)?.tone ?? 'neutral';

function ImportsPage() {
  const navigate = useNavigate();
  // The console has its own page for new imports.
  const { staffConsole } = usePlatform();
  return (
    <AdminPageBody>
      <Head title="Imports" noindex />
      <AdminPageHeader title="Imports" />
      {!staffConsole && <DataTab />}
      {staffConsole && <ImportQueue />}
      <WatchedFolderCard />
      <div className={layout.tight}>
        <h2>Past imports</h2>
        <DataTable
          name="imports"
          label="Past imports"
          one="import"
          many="imports"
          searchHint="File, person, or number..."
          needed={needed}
          poll={(rows) => rows.some(({ status }) => status === statusLabels.running.label) && POLL_MS}
          cells={{
            id: (row) => (
              <Link to={`/admin/imports/${String(row.id)}`} aria-label={`Run ${String(row.id)}`}>
                {String(row.id)}
              </Link>
            ),
            bytes: (row) => formatBytes(Number(row.bytes)),
            when: (row) => formatLocalDateTime(String(row.when)),
            finished: (row) => (row.finished ? formatLocalDateTime(String(row.finished)) : '—'),
            undone: (row) => (row.undone ? formatLocalDateTime(String(row.undone)) : '—'),
            status: (row) => <Badge tone={toneOf(row.status)}>{String(row.status)}</Badge>,
          }}
          rowLabel={(row) => `Run ${String(row.id)}, ${String(row.file)}`}
          onOpen={(row) => void navigate(`/admin/imports/${String(row.id)}`)}
          emptyTitle="No imports yet"
          emptyHint="Your imports and their changes are listed here, and you can undo them."
          height="max(22rem, 100dvh - 14.5rem)"
        />
      </div>
    </AdminPageBody>
  );
}

export const page: Page = { Component: ImportsPage };
