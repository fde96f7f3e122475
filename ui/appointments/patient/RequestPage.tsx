import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import {
  appointmentOptions,
  requestAppointment,
  type AppointmentOptions,
} from '#contract/appointments/appointments.ts';
import type { Reply } from '#contract/endpoint.ts';
import type { PostedForm } from '#shared/posted-form.ts';
import { Deferred, lazyDeferred } from '#ui/base/page/deferred-hydration.tsx';
import { Head } from '#ui/base/page/Head.tsx';
import NotFound from '#ui/base/page/NotFoundPage.tsx';
import { missing, type Page } from '#ui/base/page/page.ts';
import { callOf, usePostedForm } from '#ui/base/forms/posted-form.tsx';
import { useSite } from '#ui/base/page/App.tsx';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { Loading, Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { layout } from '#ui/kit/layout.ts';
import { ApiError, sentenceOf } from '#ui/base/platform/api.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import type { SentRequest } from './RequestForm.tsx';
import css from './RequestPage.module.css';

/** Deferred, so that a button pressed before hydration is pressed again after it. */
const RequestForm = lazyDeferred(() => import('./RequestForm.tsx'));
const optionsQuery = (id: string | undefined, call?: Parameters<typeof queryOf>[2]) =>
  queryOf(appointmentOptions, { params: { id: id! } }, call);

function RequestPage() {
  const { id } = useParams();
  const { data: options, error } = useQuery(optionsQuery(id));
  const posted = usePostedForm(callOf(requestAppointment, { id: id! }));
  const [sent, setSent] = useState(() => toSent(posted));
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return <NotFound />;
  return (
    <div className={css.page}>
      <Head title={options ? `Request an appointment with ${options.name}` : 'Request an appointment'} noindex />
      <header className={css.head}>
        <h1>{sent ? 'Request sent' : 'Request an appointment'}</h1>
        {options && (
          <p className={layout.lead}>
            <Link to={options.href}>{options.name}</Link>
          </p>
        )}
      </header>
      {error ? (
        <Callout tone="bad" title="We couldn't load this form">
          {sentenceOf(error)}
        </Callout>
      ) : !options ? (
        <Loading label="Loading the form">
          <Skeleton height={640} />
        </Loading>
      ) : sent ? (
        <Sent options={options} sent={sent} />
      ) : !options.takesRequests ? (
        <NotTaken options={options} />
      ) : (
        <>
          {options.note && <p className={css.note}>{options.note}</p>}
          <Card>
            <Deferred>
              <RequestForm options={options} onSent={setSent} />
            </Deferred>
          </Card>
        </>
      )}
    </div>
  );
}

/** The request of a form that the browser posted by itself. */
function toSent(posted: PostedForm | null): SentRequest | null {
  if (!posted?.reply) return null;
  const { token } = posted.reply as Reply<typeof requestAppointment>;
  return { email: String(posted.values['email'] ?? '').trim(), token };
}

function NotTaken({ options }: { options: AppointmentOptions }) {
  return (
    <Card className={layout.stack}>
      <p>This practice doesn't take appointment requests here right now. Please call it instead.</p>
      <div className={layout.row}>
        {options.phone && (
          <ButtonLink to={`tel:${options.phone.replace(/[^\d+]/g, '')}`} variant="primary">
            Call {options.phone}
          </ButtonLink>
        )}
        <ButtonLink to={options.href}>Back to the practice</ButtonLink>
      </div>
    </Card>
  );
}

function Sent({ options, sent }: { options: AppointmentOptions; sent: SentRequest }) {
  const { publicUrl } = useSite();
  const link = sent.token === null ? null : `/my-appointment#${sent.token}`;
  return (
    <Card className={layout.stack}>
      <Callout tone="good" title={`We sent your request to ${options.name}`} announce>
        It isn't an appointment yet. The practice will offer you a time or call you.
      </Callout>
      {link === null ? (
        <p>We emailed {sent.email} a link. It shows the state of your request, and you can cancel with it.</p>
      ) : (
        <>
          <p>
            This link shows the state of your request, and you can cancel with it. Save it now, because we can't show it
            again.
          </p>
          <p>
            <Link to={link}>{`${new URL(publicUrl).origin}${link}`}</Link>
          </p>
        </>
      )}
      <div className={layout.row}>
        {link !== null && (
          <ButtonLink to={link} variant="primary">
            Open my request
          </ButtonLink>
        )}
        <ButtonLink to={options.href}>Back to the practice</ButtonLink>
      </div>
    </Card>
  );
}

export const page: Page = {
  Component: RequestPage,
  deferred: [RequestForm],
  async load({ call, cache, params, prefetch, server }) {
    if (!/^[1-9]\d{0,9}$/.test(params.id ?? '')) missing();
    const query = optionsQuery(params.id, call);
    if (!server) return prefetch(query as never);
    try {
      await cache.fetchQuery(query as never);
    } catch (error) {
      if ((error as { status?: number }).status === 404) missing();
      throw error;
    }
  },
};
