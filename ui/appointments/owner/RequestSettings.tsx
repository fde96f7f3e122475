import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { saveAppointmentSettings, type AppointmentListing } from '#contract/appointments/appointments.ts';
import { useAppForm } from '#ui/base/forms/use-app-form.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Checkbox } from '#ui/kit/controls/Checkbox.tsx';
import { Field, FieldGroup } from '#ui/kit/controls/Field.tsx';
import { Form, FormActions } from '#ui/kit/controls/Form.tsx';
import { Switch } from '#ui/kit/controls/Switch.tsx';
import { Textarea } from '#ui/kit/controls/Textarea.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Dialog } from '#ui/kit/overlays/Dialog.tsx';
import { layout } from '#ui/kit/layout.ts';
import { api } from '#ui/base/platform/api.ts';
import { refresh } from '#ui/base/platform/query.ts';
import { toastError } from '#ui/base/platform/toast-error.ts';
import css from './RequestSettings.module.css';

const AgreementDialog = lazy(() => import('./AgreementDialog.tsx'));

type Settings = Pick<AppointmentListing, 'isOn' | 'note' | 'serviceIds'> & { agreement?: number };

function useSaveSettings(dentistId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (settings: Settings) =>
      api(saveAppointmentSettings, { params: { id: String(dentistId) }, body: settings }),
    onSuccess: () => refresh(client, '/api/user/appointment-listings', `/api/dentists/${dentistId}`, '/location'),
  });
}

/** The switch of a listing, the agreement that it needs, and its note and services in a dialog. */
export function RequestSettings({ listing }: { listing: AppointmentListing }) {
  const { dentistId, name, isOn, note, serviceIds, planActive, agreementAccepted } = listing;
  const save = useSaveSettings(dentistId);
  const [open, setOpen] = useState(false);
  const [asksAgreement, setAsksAgreement] = useState(false);
  const switchTo = (next: Partial<Settings>, onSuccess?: () => void) =>
    save.mutate(
      { isOn, note, serviceIds, ...next },
      { ...(onSuccess && { onSuccess }), onError: (error) => toastError(error) },
    );
  return (
    <div className={css.row}>
      <Switch
        label={`Take requests for ${name}`}
        hint={
          planActive
            ? isOn
              ? 'Patients see “Request an appointment” on your profile.'
              : 'Patients can ask for an appointment without calling.'
            : 'Part of Professional and Pro Max.'
        }
        checked={save.isPending ? save.variables.isOn : isOn}
        disabled={!planActive && !isOn}
        onChange={(event) =>
          event.target.checked && !agreementAccepted ? setAsksAgreement(true) : switchTo({ isOn: event.target.checked })
        }
      />
      {isOn && !agreementAccepted && (
        <Callout tone="warn" title="The business associate agreement needs your acceptance">
          <div className={layout.row}>
            <p>Patients can still send requests. Please read the agreement and accept it.</p>
            <Button size="small" onClick={() => setAsksAgreement(true)}>
              Read the agreement
            </Button>
          </div>
        </Callout>
      )}
      {asksAgreement && (
        <Suspense fallback={null}>
          <AgreementDialog
            name={name}
            busy={save.isPending}
            onAccept={(agreement) => switchTo({ isOn: true, agreement }, () => setAsksAgreement(false))}
            onClose={() => setAsksAgreement(false)}
          />
        </Suspense>
      )}
      {isOn && agreementAccepted && (
        <Button size="small" onClick={() => setOpen(true)}>
          Note and services
        </Button>
      )}
      {open && <SettingsDialog listing={listing} onClose={() => setOpen(false)} />}
    </div>
  );
}

function SettingsDialog({ listing, onClose }: { listing: AppointmentListing; onClose: () => void }) {
  const { services } = listing;
  const save = useSaveSettings(listing.dentistId);
  const form = useAppForm({
    defaultValues: {
      note: listing.note,
      serviceIds: listing.serviceIds.length === 0 ? services.map(({ id }) => id) : listing.serviceIds,
    },
    keep: { draft: `appointment settings ${listing.dentistId}` },
    check: ({ serviceIds }): Record<string, string> =>
      services.length > 0 && serviceIds.length === 0 ? { serviceIds: 'Please choose at least one service.' } : {},
  });
  const { values, errors } = form;
  const toggle = (id: number) =>
    form.setValues({
      serviceIds: values.serviceIds.includes(id)
        ? values.serviceIds.filter((one) => one !== id)
        : [...values.serviceIds, id],
    });
  const submit = form.submit(({ note, serviceIds }) => {
    // A choice of all services includes those that are added later.
    const chosen = serviceIds.length === services.length ? [] : serviceIds;
    save.mutate(
      { isOn: listing.isOn, note, serviceIds: chosen },
      {
        onSuccess() {
          form.endDraft();
          onClose();
        },
        onError: (error) => form.showError(error, 'note'),
      },
    );
  });
  return (
    <Dialog title="Appointment requests" description={listing.name} open onOpenChange={(next) => !next && onClose()}>
      <Form onSubmit={submit}>
        <Field label="Note to patients" optional hint="Shown above the form." error={errors.note}>
          <Textarea {...form.field('note')} rows={3} limit={300} />
        </Field>
        {services.length > 0 && (
          <FieldGroup legend="Services that patients can choose" error={errors.serviceIds}>
            <div className={layout.tight}>
              {services.map(({ id, name }) => (
                <Checkbox key={id} label={name} checked={values.serviceIds.includes(id)} onChange={() => toggle(id)} />
              ))}
            </div>
          </FieldGroup>
        )}
        <FormActions>
          <Button type="submit" variant="primary" busy={save.isPending}>
            Save
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  );
}
