import { Dialog } from '#ui/kit/overlays/Dialog.tsx';
import { ProblemForm } from './ProblemForm.tsx';

interface ReportProblemDialogProps {
  dentistId: number;
  name: string;
  onClose: () => void;
}

export default function ReportProblemDialog({ dentistId, name, onClose }: ReportProblemDialogProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Report incorrect information" description={name}>
      <ProblemForm dentistId={dentistId} onDone={onClose} />
    </Dialog>
  );
}
