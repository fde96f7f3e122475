import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { PreferredTime } from '#shared/appointments/appointment-state.ts';
import { requestAppointment, type AppointmentOptions } from '#contract/appointments/appointments.ts';
import { HumanCheckField } from '#ui/base/forms/HumanCheckField.tsx';
import { useHumanCheck } from '#ui/base/forms/use-human-check.ts';
import { callOf, PostForm } from '#ui/base/forms/posted-form.tsx';
import { useAppForm, WHOLE_FORM } from '#ui/base/forms/use-app-form.ts';
import { visitHeaders } from '#ui/insights/visit-id.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { RadioGroup } from '#ui/kit/controls/RadioGroup.tsx';
import { Select } from '#ui/kit/controls/Select.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { layout } from '#ui/kit/layout.ts';
import { api } from '#ui/base/platform/api.ts';
import { TimesGrid } from './TimesGrid.tsx';
import css from './RequestForm.module.css';

const HOUR = 3_600_000;
const nameOf = (dentistId: number) => `appointment-key-${dentistId}`;

/** The key of a form that hasn't been sent. Two tabs share it, so that sending both makes one request. */
function readBrowserKey(dentistId: number): string {
  const fresh = { key: crypto.randomUUID(), at: Date.now() };
  try {
    const stored = JSON.parse(localStorage.getItem(nameOf(dentistId)) ?? 'null') as typeof fresh | null;
    if (stored && fresh.at - stored.at < HOUR) return stored.key;
    localStorage.setItem(nameOf(dentistId), JSON.stringify(fresh));
  } catch {
    // Without storage, each tab has its own key.
  }
  return fresh.key;
}

function forgetBrowserKey(dentistId: number): void {
  try {
    localStorage.removeItem(nameOf(dentistId));
  } catch {
    // Nothing was stored.
  }
}

const loadSchema = async () => (await import('../loaded-schemas.ts')).appointmentForm;

const defaultValues = {
  name: '',
  email: '',
  phone: '',
  times: [] as PreferredTime[],
  serviceId: '',
  insurance: '',
  isNewPatient: null as boolean | null,
};

export interface SentRequest {
  email: string;
  /** The patient's link, if it wasn't emailed. */
  token: string | null;
}

export default function RequestForm({
  options: { dentistId, services },
  onSent,
}: {
  options: AppointmentOptions;
  onSent: (sent: SentRequest) => void;
}) {
  const call = callOf(requestAppointment, { id: String(dentistId) });
  const humanCheck = useHumanCheck();
  const browserKey = useRef('');
  useEffect(() => {
    browserKey.current = readBrowserKey(dentistId);
  }, [dentistId]);
  const form = useAppForm({
    defaultValues,
    keep: { draft: `appointment ${dentistId}`, place: 'tab', onServer: true },
    schema: loadSchema,
    call,
  });
  const { values, errors, field } = form;
  const send = useMutation({
    mutationFn: async ({ isNewPatient, ...request }: typeof defaultValues) =>
      api(
        requestAppointment,
        {
          params: { id: String(dentistId) },
          body: {
            ...request,
            isNewPatient: isNewPatient!,
            key: browserKey.current,
            humanCheck: await humanCheck.prove(),
          },
        },
        { headers: visitHeaders() },
      ),
    onSuccess: ({ token }, { email }) => {
      form.endDraft();
      forgetBrowserKey(dentistId);
      onSent({ email: email.trim(), token });
    },
    onError: (error) => form.showError(error),
  });
  return (
    <PostForm
      call={call}
      className={css.form}
      onSubmit={form.submit((validValues) => {
        if (!send.isPending) send.mutate(validValues);
      })}
    >
      <Callout>Please don't send medical details. The practice will ask what it needs to know.</Callout>
      <Field label="Your name" error={errors.name} required>
        <Input {...field('name')} autoComplete="name" maxLength={80} />
      </Field>
      <div className={css.pair}>
        <Field label="Email" hint="We send a link to see or cancel your request." error={errors.email}>
          <Input {...field('email')} type="email" autoComplete="email" maxLength={254} />
        </Field>
        <Field label="Phone" hint="An email or a phone number is enough." error={errors.phone}>
          <Input {...field('phone')} type="tel" autoComplete="tel" maxLength={40} />
        </Field>
      </div>
      <TimesGrid value={values.times} onChange={(times) => form.setValues({ times })} error={timesError(errors)} />
      <div className={css.pair}>
        <Field label="Service" optional error={errors.serviceId}>
          <Select
            {...field('serviceId')}
            placeholder="Not sure yet"
            options={services.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
        </Field>
        <Field label="Insurance plan" optional error={errors.insurance}>
          <Input {...field('insurance')} maxLength={80} placeholder="Delta Dental PPO" />
        </Field>
      </div>
      <RadioGroup
        legend="Have you been to this practice before?"
        options={[
          { value: 'true', label: "No, I'm a new patient" },
          { value: 'false', label: "Yes, I'm a returning patient" },
        ]}
        name="isNewPatient"
        value={String(values.isNewPatient ?? '') as 'true' | 'false'}
        onValueChange={(value) => form.setValues({ isNewPatient: value === 'true' })}
        error={errors.isNewPatient}
      />
      <HumanCheckField check={humanCheck} />
      {errors[WHOLE_FORM] && (
        <Callout tone="bad" announce>
          {errors[WHOLE_FORM]}
        </Callout>
      )}
      <div>
        <Button type="submit" variant="primary" size="large" busy={send.isPending}>
          Send request
        </Button>
        <p className={layout.note}>We send it only to this practice, and delete it 90 days after its last change.</p>
      </div>
    </PostForm>
  );
}

/** The error of the grid or of one of its choices. */
const timesError = (errors: Record<string, string | undefined>): string | undefined =>
  errors.times ?? Object.entries(errors).find(([name]) => name.startsWith('times.'))?.[1];
