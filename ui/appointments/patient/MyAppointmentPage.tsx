import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, useSyncExternalStore, type ReactNode } from 'react';
import { declineReasonLabel, formatAppointment, isOpen } from '#shared/appointments/appointment-state.ts';
import {
  answerAsPatient,
  deleteAppointment,
  viewAppointment,
  type OwnAppointment,
} from '#contract/appointments/appointments.ts';
import { Head } from '#ui/base/page/Head.tsx';
import type { Page } from '#ui/base/page/page.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { Loading, Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { Confirm } from '#ui/kit/overlays/Confirm.tsx';
import { layout } from '#ui/kit/layout.ts';
import { api, sentenceOf } from '#ui/base/platform/api.ts';
import { usePlatform } from '#ui/base/platform/platform.ts';
import { toastError } from '#ui/base/platform/toast-error.ts';
import { History } from '../History.tsx';
import { PatientDetails } from '../PatientDetails.tsx';
import { StateBadge } from '../StateBadge.tsx';
import css from './MyAppointmentPage.module.css';
import { FormAnswers, PasteLink, usePostedAppointment, type PostedAppointment } from './WithoutScripts.tsx';

const keyOf = (token: string) => [viewAppointment.path, token] as const;

const watchHash = (onChange: () => void) => {
  addEventListener('hashchange', onChange);
  return () => removeEventListener('hashchange', onChange);
};
/** The token is in the fragment, which only the browser knows. Null while the server renders. */
const useToken = () =>
  useSyncExternalStore(
    watchHash,
    () => location.hash.slice(1),
    () => null,
  );

function MyAppointmentPage() {
  const fragment = useToken();
  const posted = usePostedAppointment();
  const token = fragment || posted.token;
  const [isDeleted, setIsDeleted] = useState(posted.isDeleted);
  return (
    <div className={css.page}>
      <Head title="Your appointment request" noindex />
      <header className={css.head}>
        <h1>Your appointment request</h1>
      </header>
      {isDeleted ? (
        <Callout tone="good" title="Your data has been deleted" announce>
          This link no longer works.
        </Callout>
      ) : token === null ? (
        <Waiting withoutScripts={<PasteLink error={posted.error} />} />
      ) : (
        <Appointment key={token} token={token} posted={posted} onDeleted={() => setIsDeleted(true)} />
      )}
    </div>
  );
}

const Waiting = ({ withoutScripts }: { withoutScripts?: ReactNode }) => (
  <Loading label="Loading your request" withoutScripts={withoutScripts}>
    <Skeleton height={420} />
  </Loading>
);

interface AppointmentProps {
  token: string;
  posted: PostedAppointment;
  onDeleted: () => void;
}

function Appointment({ token, posted, onDeleted }: AppointmentProps) {
  const { data: request, error } = useQuery({
    queryKey: keyOf(token),
    queryFn: ({ signal }) => api(viewAppointment, { body: { token } }, { signal }),
    refetchOnMount: 'always',
    initialData: posted.request,
  });
  if (error)
    return (
      <Callout tone="bad" title="We couldn't open your request" announce>
        {sentenceOf(error)}
      </Callout>
    );
  if (!request) return <Waiting />;
  const { practice } = request;
  return (
    <Card className={css.request}>
      <div className={layout.between}>
        <h2>{practice.href ? <Link to={practice.href}>{practice.name}</Link> : practice.name}</h2>
        <StateBadge state={request.state} />
      </div>
      <p className={layout.heading}>{describeState(request)}</p>
      {posted.error && <Callout tone="bad">{posted.error}</Callout>}
      <div data-needs-script>
        <Answers token={token} request={request} />
      </div>
      <noscript>
        <FormAnswers token={token} request={request} />
      </noscript>
      <History history={request.history} timeZone={practice.timeZone} reader="patient" />
      <PatientDetails request={request} />
      <OwnData token={token} request={request} onDeleted={onDeleted} />
    </Card>
  );
}

function describeState({ state, offeredAt, practice, history }: OwnAppointment): string {
  const time = offeredAt ? formatAppointment(offeredAt, practice.timeZone) : '';
  const call = practice.phone ? ` Questions? Call ${practice.phone}.` : '';
  const reason = history.findLast((entry) => entry.reason !== null)?.reason;
  return {
    new: `The practice has your request. We'll email you when it answers, or it will call you.${call}`,
    called: `The practice noted that it called you.${call}`,
    offered: `The practice can see you on ${time}.`,
    accepted: `You accepted ${time}.${call}`,
    declined: `The practice can't take you this time${reason ? `. Reason: ${declineReasonLabel(reason)}` : ''}.`,
    canceled: 'You canceled this request.',
    closed: `This request is closed.${call}`,
  }[state];
}

function Answers({ token, request }: { token: string; request: OwnAppointment }) {
  const client = useQueryClient();
  const answer = useMutation({
    mutationFn: (action: 'accept' | 'cancel') =>
      api(answerAsPatient, { body: { token, action, offeredAt: request.offeredAt } }),
    onSuccess: (changed) => client.setQueryData(keyOf(token), changed),
    async onError(error) {
      toastError(error);
      await client.invalidateQueries({ queryKey: keyOf(token) });
    },
  });
  if (request.state === 'declined' || request.state === 'closed')
    return (
      <div>
        <ButtonLink to="/directory">Find another dentist</ButtonLink>
      </div>
    );
  if (!isOpen(request.state) && request.state !== 'accepted') return null;
  return (
    <div className={layout.row}>
      {request.state === 'offered' && (
        <Button variant="primary" busy={answer.isPending} onClick={() => answer.mutate('accept')}>
          Accept this time
        </Button>
      )}
      <Confirm
        title="Cancel this request?"
        description="We let the practice know that you don't need an appointment. You can send a new request at any time."
        action="Cancel request"
        cancel="Keep it"
        danger
        trigger={<Button disabled={answer.isPending}>Cancel request</Button>}
        onConfirm={() => answer.mutateAsync('cancel')}
      />
    </div>
  );
}

function OwnData({ token, request, onDeleted }: { token: string; request: OwnAppointment; onDeleted: () => void }) {
  const platform = usePlatform();
  const client = useQueryClient();
  const deleteData = async () => {
    try {
      await api(deleteAppointment, { body: { token } });
      client.removeQueries({ queryKey: keyOf(token) });
      onDeleted();
    } catch (error) {
      toastError(error);
      throw error;
    }
  };
  return (
    <div className={css.data}>
      <p className={layout.note}>We delete your data 90 days after the last change. You can do it now.</p>
      <div className={layout.row} data-needs-script>
        <Button
          size="small"
          onClick={() => void platform.saveText('appointment-request.json', JSON.stringify(request, null, 2))}
        >
          Download my data
        </Button>
        <Confirm
          title="Delete your data?"
          description="This cancels the request if it is open, and deletes your name and contact details at once. It can't be undone."
          action="Delete my data"
          danger
          trigger={<Button size="small">Delete my data</Button>}
          onConfirm={deleteData}
        />
      </div>
    </div>
  );
}

export const page: Page = { Component: MyAppointmentPage };
