import { CalendarPlus, PhoneCall, X } from 'lucide-react';
import { useState } from 'react';
import { formatAppointment, nextState } from '#shared/appointments/appointment-state.ts';
import type { ReceivedAppointment } from '#contract/appointments/appointments.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { layout } from '#ui/kit/layout.ts';
import { History } from '../History.tsx';
import { PatientDetails } from '../PatientDetails.tsx';
import { StateBadge } from '../StateBadge.tsx';
import { DeclineForm, OfferForm } from './AnswerForms.tsx';
import { useAnswer } from './use-answer.ts';
import css from './ReceivedRequest.module.css';

export function ReceivedRequest({ request, showsListing }: { request: ReceivedAppointment; showsListing: boolean }) {
  const [openForm, setOpenForm] = useState<'offer' | 'decline' | null>(null);
  const answer = useAnswer(request, () => setOpenForm(null));
  const may = (action: 'offer' | 'decline' | 'call') => nextState(request.state, action, 'practice') !== null;
  const toggle = (form: 'offer' | 'decline') => setOpenForm(openForm === form ? null : form);
  return (
    <Card as="article" className={css.request} aria-labelledby={`request-${request.id}`}>
      <div className={layout.between}>
        <h3 id={`request-${request.id}`}>{request.name}</h3>
        <StateBadge state={request.state} />
      </div>
      {showsListing && <p className={layout.note}>{request.listingName}</p>}
      {request.state === 'accepted' && request.offeredAt && (
        <p>
          <strong>{formatAppointment(request.offeredAt, request.timeZone)}</strong>
        </p>
      )}
      <PatientDetails request={request} />
      <History history={request.history} timeZone={request.timeZone} reader="practice" />
      {may('offer') && (
        <div className={layout.row}>
          <Button
            variant="primary"
            icon={<CalendarPlus />}
            aria-expanded={openForm === 'offer'}
            onClick={() => toggle('offer')}
          >
            {request.state === 'offered' || request.state === 'accepted' ? 'Offer another time' : 'Offer a time'}
          </Button>
          {may('call') && (
            <Button icon={<PhoneCall />} busy={answer.isPending} onClick={() => answer.mutate({ action: 'call' })}>
              Mark as called
            </Button>
          )}
          <Button icon={<X />} aria-expanded={openForm === 'decline'} onClick={() => toggle('decline')}>
            Decline
          </Button>
        </div>
      )}
      {openForm === 'offer' && <OfferForm requestId={request.id} timeZone={request.timeZone} answer={answer} />}
      {openForm === 'decline' && <DeclineForm answer={answer} />}
    </Card>
  );
}
