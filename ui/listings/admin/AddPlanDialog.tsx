import { addInsurancePlan } from '#contract/listings/admin-catalog.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api } from '#ui/base/platform/api.ts';
import { NameDialog } from './NameDialog.tsx';

export const AddPlanDialog = ({ onClose }: { onClose: () => void }) => (
  <NameDialog
    title="Add an insurance plan"
    description="Owners and imports can name it, and patients can search by it."
    action="Add plan"
    name=""
    draft="new insurance plan"
    save={(name) => api(addInsurancePlan, { body: { name } })}
    onSaved={(name) => toast({ title: 'Plan added', description: `Owners can now choose “${name}.”`, variant: 'good' })}
    onClose={onClose}
  />
);
