import { Select } from '#ui/kit/controls/Select.tsx';
import { useReply } from '#ui/base/platform/use-reply.ts';
import { renderCountedOption } from './counted-option.tsx';
import type { CountOf } from './option-counts.ts';
import { serviceNamesQuery } from './use-service-names.ts';

export function ServiceSelect(props: {
  name: string;
  value: string;
  onChange: (value: string) => void;
  className?: string | undefined;
  countOf?: CountOf;
}) {
  const { data: services } = useReply(serviceNamesQuery());
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
        {services?.map(({ id, name }) => renderCountedOption(id, name, props.countOf?.('service', id) ?? ''))}
      </Select>
    </span>
  );
}
