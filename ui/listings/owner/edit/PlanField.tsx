import { useQuery } from '@tanstack/react-query';
import { listInsurancePlans } from '#contract/directory/search-help.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { Checkbox } from '#ui/kit/controls/Checkbox.tsx';
import { FieldGroup } from '#ui/kit/controls/Field.tsx';
import { listPlanChoices, togglePlan } from '../../plan-choices.ts';
import { fieldNames } from './fields.ts';
import css from './PlanField.module.css';

interface PlanFieldProps {
  /** Stored names, separated by semicolons. */
  value: string;
  onChange: (value: string) => void;
  hint: string;
  error: string | undefined;
}

/** The insurance plans that a practice takes. */
export function PlanField({ value, onChange, hint, error }: PlanFieldProps) {
  const { data: plans = [] } = useQuery(queryOf(listInsurancePlans, {}));
  return (
    <FieldGroup legend={fieldNames.insurancePlans} hint={hint} error={error}>
      <div className={css.plans} role="group" aria-label="Plans" tabIndex={0}>
        {listPlanChoices(value, plans).map(({ name, isChosen, isRetired }) => (
          <Checkbox
            key={name}
            label={isRetired ? `${name} (no longer shown)` : name}
            checked={isChosen}
            onChange={(event) => onChange(togglePlan(value, name, event.target.checked, plans))}
          />
        ))}
      </div>
    </FieldGroup>
  );
}
