import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { createListing, newListing } from '#contract/places/practices.ts';
import { HumanCheckField } from '#ui/base/forms/HumanCheckField.tsx';
import { useSession } from '#ui/base/session.ts';
import { useHumanCheck } from '#ui/base/forms/use-human-check.ts';
import { findProblems, useAppForm, type FormErrors } from '#ui/base/forms/use-app-form.ts';
import { UpgradeDialog } from '#ui/billing/UpgradeDialog.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Textarea } from '#ui/kit/controls/Textarea.tsx';
import { Segmented } from '#ui/kit/controls/Segmented.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api, ApiError, fieldsOf } from '#ui/base/platform/api.ts';
import { refresh } from '#ui/base/platform/query.ts';
import css from './NewListingForm.module.css';
import { FilePicker, type PickedFile } from '#ui/kit/controls/FilePicker.tsx';
import { DecisionFields } from '../edit/DecisionFields.tsx';
import { HoursEditor } from '../edit/HoursEditor.tsx';
import { AddressFields, DoctorFields, FeatureFields, SocialFields } from '../edit/ListingFields.tsx';
import { bodyOf, emptyListing, fillFromLink, type NewValues } from './new-listing.ts';
import { UploadProgress } from '#ui/kit/display/UploadProgress.tsx';
import { useUploadProgress } from '#ui/base/platform/use-upload-progress.ts';
import { ServicePicker } from '../edit/ServicePicker.tsx';
import { SimilarListings } from './SimilarListings.tsx';
import { listingTabPath } from '#ui/listings/listing-tabs.ts';
import { listPractices } from '#contract/listings/listings.ts';
import { Combobox } from '#ui/kit/controls/Combobox.tsx';

interface PracticeChoiceProps {
  text: string;
  onText: (text: string) => void;
  onChoose: (id: number | null) => void;
  error?: string | undefined;
}

/** Finds an existing practice by the beginning of its name. */
function PracticeChoice({ text, onText, onChoose, error }: PracticeChoiceProps) {
  const suggest = async (name: string, signal: AbortSignal) =>
    (await api(listPractices, { query: { name, page: '1', pageSize: '8' } }, { signal })).map((practice) => ({
      value: String(practice.id),
      label: practice.name,
      detail: [practice.city, practice.state].filter(Boolean).join(', '),
    }));
  return (
    <Field label="Practice" required hint="Start typing its name, then choose it from the list." error={error}>
      <Combobox
        value={text}
        minLength={2}
        listLabel="Practices"
        suggest={suggest}
        onValueChange={(next) => {
          onText(next);
          onChoose(null);
        }}
        onSelect={(suggestion) => onChoose(Number(suggestion.value))}
      />
    </Field>
  );
}

const comparedFirst = <p>If you add it anyway, it becomes public once we have compared the two.</p>;

/** Three cards that submit together. A draft stays in localStorage until the listing is created. */
export default function NewListingForm() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { search } = useLocation();
  const [photo, setPhoto] = useState<PickedFile | null>(null);
  const [badDays, setBadDays] = useState<Record<string, string | null>>({});
  const form = useAppForm<NewValues>({
    defaultValues: emptyListing,
    keep: { draft: 'add-listing' },
    check: (values) => ({
      ...findProblems(newListing, bodyOf(values, photo?.dataUrl ?? null)),
      ...Object.fromEntries(Object.entries(badDays).flatMap(([day, sentence]) => (sentence ? [[day, sentence]] : []))),
    }),
  });
  const { values, errors, setValues, setError } = form;
  const [busy, setBusy] = useState(false);
  const [upgrade, setUpgrade] = useState(false);
  const plan = useSession(({ user }) => user?.subscriptionPlan);
  const hasVideo = plan === 'pro_max' || plan === 'enterprise';
  const { trackUpload, endUpload, share } = useUploadProgress();
  const humanCheck = useHumanCheck();
  const fillFromAddress = useEffectEvent(() => setValues(fillFromLink(form.latestValues(), search)));
  useEffect(() => fillFromAddress(), []);

  const showInvalid = (problems: FormErrors) => {
    const onlyServices = Object.keys(problems).every((path) => path === 'serviceIds') && problems['serviceIds'];
    toast({
      title: 'Validation Error',
      description: onlyServices || 'Please fill in all required fields correctly.',
      variant: 'destructive',
    });
  };
  const send = async (validValues: NewValues) => {
    if (busy) return;
    const body = bodyOf(validValues, photo?.dataUrl ?? null);
    setBusy(true);
    try {
      const listing = await api(
        createListing,
        { body: { ...body, humanCheck: await humanCheck.prove() } as never },
        trackUpload(photo !== null),
      );
      form.endDraft();
      toast(
        listing.heldAt
          ? { title: 'Not public yet', description: 'It matches another listing, so we compare the two first.' }
          : { title: 'Success!', description: 'Your practice has been listed successfully.', variant: 'good' },
      );
      await refresh(client, '/api/user/', '/api/dentists', '/api/directory', '/api/stats');
      await navigate(listing.heldAt ? listingTabPath(listing.id) : `/profile/${listing.id}`);
    } catch (error) {
      setBusy(false);
      endUpload();
      if (error instanceof ApiError && error.code === 'subscription_required') return setUpgrade(true);
      form.showErrors(fieldsOf(error));
      const reason = error instanceof ApiError && error.status < 500 && error.sentence ? ` ${error.sentence}` : '';
      toast({
        title: 'Error',
        description: `Failed to create listing. Please try again.${reason}`,
        variant: 'destructive',
      });
    }
  };
  const shared = { values, setValues: setValues as (change: never) => void, errors };
  return (
    <form
      method="post"
      className={css.form}
      noValidate
      onSubmit={form.submit((validValues) => void send(validValues), showInvalid)}
    >
      <Card as="section" className={css.card} aria-labelledby="practice-card">
        <h2 id="practice-card">Practice Information</h2>
        <Segmented
          label="New or already in the directory"
          options={[
            { value: 'new', label: 'New practice' },
            { value: 'existing', label: 'Practice in the directory' },
          ]}
          value={values.isNewPractice ? 'new' : 'existing'}
          onValueChange={(value) => setValues({ isNewPractice: value === 'new' })}
        />
        {values.isNewPractice ? (
          <>
            <div className={css.pairs}>
              <Field label="Practice name" required error={errors['practice.name']}>
                <Input autoComplete="organization" {...form.field('practiceName')} name="practice.name" />
              </Field>
              <Field label="Practice phone" required error={errors['practice.phone']}>
                <Input
                  type="tel"
                  inputMode="tel"
                  autoComplete="off"
                  {...form.field('practicePhone')}
                  name="practice.phone"
                />
              </Field>
            </div>
            <AddressFields {...shared} prefix="practice." required />
            <Field
              label="Description of the practice"
              optional
              hint="Shown on the profiles of doctors who have not written about the practice."
              error={errors['practice.description']}
            >
              <Textarea rows={3} limit={5000} {...form.field('practiceDescription')} name="practice.description" />
            </Field>
          </>
        ) : (
          <PracticeChoice
            text={values.practiceText}
            onText={(next) => setValues({ practiceText: next })}
            onChoose={(id) => setValues({ practiceId: id ?? 0 })}
            error={errors['practiceId'] && 'Please choose a practice from the list.'}
          />
        )}
        <SimilarListings
          phone={values.isNewPractice ? values.practicePhone : values.phone}
          name={values.practiceName}
          zip={values.zipCode}
          address={values.address}
        >
          {comparedFirst}
        </SimilarListings>
        <Field
          label="Photo of the practice"
          optional
          error={errors['practice.image'] ?? errors['dentist.practiceImage']}
        >
          <FilePicker value={photo} onChange={setPhoto} onError={(sentence) => setError('practice.image', sentence)} />
        </Field>
      </Card>
      <Card as="section" className={css.card} aria-labelledby="doctor-card">
        <h2 id="doctor-card">Doctor Information</h2>
        <DoctorFields {...shared} prefix="dentist." />
        <SimilarListings phone={values.phone} name={values.name} zip={values.zipCode} address={values.address}>
          {comparedFirst}
          <Field label="Why this is a different practice" optional error={errors['differs']}>
            <Textarea rows={2} limit={1000} {...form.field('differs')} />
          </Field>
        </SimilarListings>
        <h3>Office hours</h3>
        <HoursEditor
          values={values}
          onChange={(day, hours) => setValues({ [day]: hours })}
          onProblem={(day, sentence) => setBadDays((previous) => ({ ...previous, [day]: sentence }))}
        />
        <h3>Social links</h3>
        <SocialFields {...shared} prefix="dentist." hasVideo={hasVideo} />
      </Card>
      <Card as="section" className={css.card} aria-labelledby="services-card">
        <h2 id="services-card">Services Offered</h2>
        <ServicePicker
          value={values.serviceIds}
          onChange={(ids) => setValues({ serviceIds: ids })}
          error={errors['serviceIds']}
        />
        <FeatureFields {...shared} prefix="dentist." />
        <h3>Prices and insurance</h3>
        <DecisionFields values={values} setValues={setValues} errors={errors} prefix="dentist." />
      </Card>
      <HumanCheckField check={humanCheck} />
      <UploadProgress share={share} />
      <div className={css.actions}>
        <Button disabled={busy} onClick={() => void navigate('/')}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" aria-disabled={busy || undefined}>
          {busy ? 'Creating...' : 'List Practice'}
        </Button>
      </div>
      <UpgradeDialog open={upgrade} onOpenChange={setUpgrade} next="/add-listing" />
    </form>
  );
}
