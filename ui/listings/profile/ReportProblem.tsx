import { Flag } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '#ui/kit/controls/Button.tsx';

const ReportProblemDialog = lazy(() => import('./ReportProblemDialog.tsx'));

/** A quiet button on a profile: tell us what is wrong. Its form comes when it is asked for. */
export function ReportProblem({ dentistId, name }: { dentistId: number; name: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" size="small" icon={<Flag />} onClick={() => setOpen(true)}>
        Report wrong information
      </Button>
      {open && (
        <Suspense fallback={null}>
          <ReportProblemDialog dentistId={dentistId} name={name} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
