import { Badge } from '#ui/kit/display/Badge.tsx';
import { formatBytes, formatCalendarDay } from '#ui/kit/format.ts';
import type { CsvState } from '#ui/base/platform/console.ts';
import css from './RegistryFile.module.css';

const kinds = {
  providers: {
    title: 'Dentists and clinics from the national registry',
    text: 'The directory keeps the active dental providers in the US and skips everyone else. The check shows how many listings would be added or changed.',
  },
  deactivations: {
    title: 'Retired NPIs from the national registry',
    text: 'Listings of providers who gave up their NPI are taken down. The check shows how many.',
  },
};

/** A file of the national provider registry. Only the server opens it, so there are no rows to show before the check. */
export function RegistryFile({ state, registry }: { state: CsvState; registry: NonNullable<CsvState['registry']> }) {
  const { title, text } = kinds[registry.kind];
  return (
    <section className={css.file} aria-label="Registry file">
      <div className={css.facts}>
        <strong>{state.name}</strong>
        <span>{formatBytes(state.size)}</span>
        {registry.asOf && <span>Data of {formatCalendarDay(registry.asOf)}</span>}
        <Badge tone="accent">{state.source}</Badge>
      </div>
      <h2>{title}</h2>
      <p>{text}</p>
    </section>
  );
}
