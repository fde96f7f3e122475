import { CalendarPlus } from 'lucide-react';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import css from './AppointmentButton.module.css';

/** Only on profiles of practices that take requests. A plain link, so that profiles load no script for it. */
export function AppointmentButton({ listing }: { listing: { id: number; takesAppointments: boolean } }) {
  if (!listing.takesAppointments) return null;
  return (
    <div className={css.strip}>
      <p>This practice takes appointment requests online. They answer with a time or call you.</p>
      <ButtonLink
        to={`/request-appointment/${listing.id}`}
        rel="nofollow"
        size="large"
        icon={<CalendarPlus aria-hidden="true" />}
      >
        Request an appointment
      </ButtonLink>
    </div>
  );
}
