import { useQuery } from '@tanstack/react-query';
import { listServices } from '#contract/listings.ts';
import { Select } from '#ui/kit/controls/Select.tsx';
import { queryOf } from '#ui/platform/query.ts';

export function ServiceSelect(props: {
  name: string;
  value: string;
  onChange: (value: string) => void;
  className?: string | undefined;
}) {
  const { data: services } = useQuery(queryOf(listServices, {}));
  const isListed = !services || props.value === 'all' || services.some(({ name }) => name === props.value);
  return (
    <span className={props.className}>
      <Select
        name={props.name}
        aria-label="Service"
        value={props.value}
        onChange={(event) => props.onChange(event.target.value)}
      >
        <option value="all">All Services</option>
        {!isListed && <option value={props.value}>{props.value}</option>}
        {services?.map(({ id, name }) => (
          <option key={id} value={name}>
            {name}
          </option>
        ))}
      </Select>
    </span>
  );
}
