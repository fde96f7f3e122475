import { describeTimes } from '#shared/appointments/appointment-state.ts';
import { Link } from '#ui/kit/display/Link.tsx';
import { layout } from '#ui/kit/layout.ts';

interface PatientDetailsProps {
  request: {
    email: string | null;
    phone: string | null;
    times: readonly string[];
    service: string | null;
    insurance: string | null;
    isNewPatient: boolean | null;
  };
}

export function PatientDetails({ request }: PatientDetailsProps) {
  const { email, phone, times, service, insurance, isNewPatient } = request;
  return (
    <dl className={layout.facts}>
      {phone && (
        <>
          <dt>Phone</dt>
          <dd>
            <Link to={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</Link>
          </dd>
        </>
      )}
      {email && (
        <>
          <dt>Email</dt>
          <dd>
            <Link to={`mailto:${email}`}>{email}</Link>
          </dd>
        </>
      )}
      <dt>Preferred times</dt>
      <dd>{describeTimes(times)}</dd>
      <dt>Service</dt>
      <dd>{service ?? 'Not sure yet'}</dd>
      <dt>Insurance plan</dt>
      <dd>{insurance ?? 'Not set'}</dd>
      <dt>Patient</dt>
      <dd>{isNewPatient ? 'New' : 'Returning'}</dd>
    </dl>
  );
}
