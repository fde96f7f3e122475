import { Flag } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '#ui/kit/controls/Button.tsx';

const ReportProblemDialog = lazy(() => import('./ReportProblemDialog.tsx'));

export function ReportProblem({ dentistId, name }: { dentistId: number; name: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" size="small" icon={<Flag />} onClick={() => setOpen(true)}>
        Report incorrect information
      </Button>
      {open && (
        <Suspense fallback={null}>
          <ReportProblemDialog dentistId={dentistId} name={name} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
