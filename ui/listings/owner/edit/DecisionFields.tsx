import type { FormErrors } from '#ui/base/forms/use-app-form.ts';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Select } from '#ui/kit/controls/Select.tsx';
import { fieldNames } from './fields.ts';
import { layout } from '#ui/kit/layout.ts';
import css from './DecisionFields.module.css';
import { PlanField } from './PlanField.tsx';

export interface DecisionValues {
  gender: string;
  /** Stored names, separated by semicolons. */
  insurancePlans: string;
  whiteningPriceFrom: string;
  whiteningPriceTo: string;
}

interface DecisionFieldsProps {
  values: DecisionValues;
  setValues: (change: Partial<DecisionValues>) => void;
  errors: FormErrors;
  /** Prefix of the field names in errors, such as "dentist." in the add form. */
  prefix?: string;
}

/** The fields that patients decide by: prices, insurance plans, and the dentist's gender. */
export function DecisionFields({ values, setValues, errors, prefix = '' }: DecisionFieldsProps) {
  const errorOf = (name: keyof DecisionValues) => errors[prefix + name] ?? errors[name];
  const renderPrice = (name: 'whiteningPriceFrom' | 'whiteningPriceTo', hint?: string) => (
    <Field label={fieldNames[name]} optional hint={hint} error={errorOf(name)}>
      <Input
        name={prefix + name}
        inputMode="numeric"
        placeholder="$"
        autoComplete="off"
        value={values[name]}
        onChange={(event) => setValues({ [name]: event.target.value })}
      />
    </Field>
  );
  return (
    <div className={layout.roomy}>
      <div className={css.row}>
        {renderPrice('whiteningPriceFrom', 'Whole dollars. Patients see who stated it, and when.')}
        {renderPrice('whiteningPriceTo')}
        <Field label={fieldNames.gender} optional error={errorOf('gender')}>
          <Select
            name={`${prefix}gender`}
            placeholder="Not listed"
            options={[
              { value: 'female', label: 'Female' },
              { value: 'male', label: 'Male' },
            ]}
            value={values.gender}
            onChange={(event) => setValues({ gender: event.target.value })}
          />
        </Field>
      </div>
      <PlanField
        value={values.insurancePlans}
        onChange={(insurancePlans) => setValues({ insurancePlans })}
        hint="Choose the plans that you take. Patients can search by them."
        error={errorOf('insurancePlans')}
      />
    </div>
  );
}
