import { useQuery } from '@tanstack/react-query';
import { listServices } from '#contract/listings/listings.ts';
import { Checkbox } from '#ui/kit/controls/Checkbox.tsx';
import { FieldGroup } from '#ui/kit/controls/Field.tsx';
import { queryOf } from '#ui/base/platform/query.ts';
import css from './ServicePicker.module.css';

interface ServicePickerProps {
  value: readonly number[];
  onChange: (ids: number[]) => void;
  error?: string | undefined;
}

export function ServicePicker({ value, onChange, error }: ServicePickerProps) {
  const { data: services } = useQuery(queryOf(listServices, {}));
  return (
    <FieldGroup legend="Services offered" hint="Choose at least one." error={error}>
      <div className={css.checks}>
        {services?.map((service) => (
          <Checkbox
            key={service.id}
            label={service.name}
            invalid={Boolean(error)}
            checked={value.includes(service.id)}
            onChange={(event) =>
              onChange(event.target.checked ? [...value, service.id] : value.filter((id) => id !== service.id))
            }
          />
        ))}
      </div>
    </FieldGroup>
  );
}
