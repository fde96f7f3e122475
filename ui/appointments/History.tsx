import { declineReasonLabel, formatAppointment } from '#shared/appointments/appointment-state.ts';
import type { AppointmentEntry } from '#contract/appointments/appointments.ts';
import { useBrand } from '#ui/base/page/App.tsx';
import { formatLocalDateTime } from '#ui/kit/format.ts';
import css from './History.module.css';

interface HistoryProps {
  history: readonly (AppointmentEntry & { by?: string | null })[];
  timeZone: string | null;
  /** The reader, who is addressed as "you". */
  reader: 'patient' | 'practice' | 'staff';
}

const namesOf = (brand: string) => ({
  patient: 'The patient',
  practice: 'The practice',
  staff: 'Staff',
  system: brand,
});

function describe(
  { action, actor, by, offeredAt, reason }: HistoryProps['history'][number],
  { reader, timeZone }: HistoryProps,
  brand: string,
) {
  const who = by ?? (actor === reader ? 'You' : namesOf(brand)[actor]);
  const time = offeredAt ? formatAppointment(offeredAt, timeZone) : 'a time';
  return {
    request: `${who} sent the request`,
    offer: `${who} offered ${time}`,
    decline: `${who} declined${reason ? `: ${declineReasonLabel(reason)}` : ''}`,
    call: `${who} called${reader === 'patient' ? ' you' : ' the patient'}`,
    accept: `${who} accepted the offered time`,
    cancel: `${who} canceled`,
    close: `${who} closed the request`,
  }[action];
}

export function History(props: HistoryProps) {
  const brand = useBrand();
  return (
    <ol className={css.steps} aria-label="History of this request">
      {props.history.map((entry) => (
        <li key={entry.action + entry.at} className={css.step}>
          <p>{describe(entry, props, brand)}</p>
          <p className={css.time}>{formatLocalDateTime(entry.at)}</p>
          {entry.message && <p className={css.message}>“{entry.message}”</p>}
        </li>
      ))}
    </ol>
  );
}
