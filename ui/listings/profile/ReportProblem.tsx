import { Flag } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';

const ReportProblemDialog = lazy(() => import('./ReportProblemDialog.tsx'));

/** Opens the form as a dialog, or without scripts as a page. */
export function ReportProblem({ dentistId, name }: { dentistId: number; name: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <ButtonLink
        to={`/report-problem/${dentistId}`}
        rel="nofollow"
        variant="quiet"
        size="small"
        icon={<Flag />}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        Report incorrect information
      </ButtonLink>
      {open && (
        <Suspense fallback={null}>
          <ReportProblemDialog dentistId={dentistId} name={name} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
