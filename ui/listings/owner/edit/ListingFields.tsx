import { useQuery } from '@tanstack/react-query';
import { factFields, type FactField } from '#shared/listings/facts.ts';
import { listPracticeTypes } from '#contract/listings/listings.ts';
import type { FormErrors } from '#ui/base/forms/use-app-form.ts';
import { titles } from '#shared/listings/photos.ts';
import { usStates } from '#shared/places/states.ts';
import { Field, FieldGroup } from '#ui/kit/controls/Field.tsx';
import { Input, type InputProps } from '#ui/kit/controls/Input.tsx';
import { Select } from '#ui/kit/controls/Select.tsx';
import { Textarea } from '#ui/kit/controls/Textarea.tsx';
import { usePayments } from '#ui/base/page/use-payments.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { fieldNames, socials, type Answer } from './fields.ts';
import css from './ListingFields.module.css';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Link } from '#ui/kit/display/Link.tsx';

/** Names the plan that shows a field to patients, for owners whose plan doesn't. */
const PlanNote = ({ plan, children }: { plan: string; children: string }) => (
  <>
    <Badge tone="accent">{plan} only</Badge> {children} <Link to="/pricing">Compare plans</Link>
  </>
);

/** Field groups shared by the add form and the editor. */
interface FieldsProps<V> {
  values: V;
  setValues: (change: never) => void;
  errors: FormErrors;
  /** Prefix of the field names in errors, such as "dentist." in the add form. */
  prefix?: string;
  /** The plan has ended: the website link, the link to book online, and the video can only be removed. */
  paused?: boolean;
}

/** Names the plan that opens a paused field again. */
export const pausedHint = (plan: 'Professional' | 'Pro Max'): string =>
  `Part of ${plan}, and paused without it. You can only remove it.`;

const stateOptions = usStates.map(({ code, name }) => ({ value: code, label: name }));
const titleOptions = titles.map((value) => ({ value, label: value }));

function useField<V extends object>({ values, setValues, errors, prefix = '' }: FieldsProps<V>) {
  const change = (name: string, value: unknown) => setValues({ [name]: value } as never);
  const errorOf = (name: string) => errors[prefix + name] ?? errors[name];
  return {
    errorOf,
    text: (name: keyof V & string) => ({
      name: prefix + name,
      value: String(values[name] ?? ''),
      onChange: (event: { target: { value: string } }) => change(name, event.target.value),
    }),
  };
}

export interface DoctorValues {
  name: string;
  title: string;
  specialty: string;
  practiceTypeId: string;
  experience: string;
  phone: string;
  email: string;
  website: string;
  bookingUrl: string;
  bio: string;
  languages: string;
}

export function DoctorFields(props: FieldsProps<DoctorValues>) {
  const { text, errorOf } = useField(props);
  const { data: types } = useQuery(queryOf(listPracticeTypes, {}));
  const renderField = (name: keyof DoctorValues, rest: InputProps & { required?: boolean; hint?: string } = {}) => {
    const { required = false, hint, ...input } = rest;
    return (
      <Field label={fieldNames[name]} required={required} hint={hint} optional={!required} error={errorOf(name)}>
        <Input {...input} {...text(name)} />
      </Field>
    );
  };
  return (
    <div className={css.pairs}>
      {renderField('name', { required: true, autoComplete: 'off' })}
      <Field label="Title" error={errorOf('title')}>
        <Select placeholder="No title" options={titleOptions} {...text('title')} />
      </Field>
      {renderField('specialty', { required: true, placeholder: 'Cosmetic Dentistry' })}
      <Field label="Practice type" optional error={errorOf('practiceTypeId')}>
        <Select
          placeholder="Not set"
          options={types?.map(({ id, name }) => ({ value: String(id), label: name })) ?? []}
          {...text('practiceTypeId')}
        />
      </Field>
      {renderField('experience', { required: true, type: 'number', inputMode: 'numeric', min: 1, max: 80 })}
      {renderField('phone', { required: true, type: 'tel', inputMode: 'tel' })}
      {renderField('email', { type: 'email', inputMode: 'email' })}
      {renderField('website', {
        inputMode: 'url',
        placeholder: 'https://www.example.com',
        ...(props.paused ? { hint: pausedHint('Professional') } : {}),
      })}
      {renderField('bookingUrl', {
        inputMode: 'url',
        placeholder: 'https://www.example.com/book',
        hint: props.paused ? pausedHint('Professional') : 'The page where patients choose a time themselves.',
      })}
      {renderField('languages', { placeholder: 'English, Spanish' })}
      <Field label="About the practice" optional error={errorOf('bio')} className={css.wide}>
        <Textarea rows={4} limit={5000} {...text('bio')} />
      </Field>
    </div>
  );
}

export interface AddressValues {
  address: string;
  city: string;
  state: string;
  zipCode: string;
}
export function AddressFields(props: FieldsProps<AddressValues> & { required?: boolean }) {
  const { text, errorOf } = useField(props);
  const { required = false } = props;
  return (
    <div className={css.address}>
      <Field label="Street address" required={required} error={errorOf('address')}>
        <Input autoComplete="off" {...text('address')} />
      </Field>
      <Field label="City" required={required} error={errorOf('city')}>
        <Input autoComplete="off" {...text('city')} />
      </Field>
      <Field label="State" required={required} error={errorOf('state')}>
        <Select placeholder="Choose" options={stateOptions} {...text('state')} />
      </Field>
      <Field label="ZIP code" required={required} error={errorOf('zipCode')}>
        <Input inputMode="numeric" autoComplete="off" maxLength={10} {...text('zipCode')} />
      </Field>
    </div>
  );
}

const answerOptions = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
];

export type FeatureValues = Record<FactField, Answer>;
export function FeatureFields(props: FieldsProps<FeatureValues>) {
  const { text, errorOf } = useField(props);
  return (
    <FieldGroup legend="Practice features">
      <div className={css.answers}>
        {factFields.map((name) => (
          <Field key={name} label={fieldNames[name]} error={errorOf(name)}>
            <Select placeholder="Not known" options={answerOptions} {...text(name)} />
          </Field>
        ))}
      </div>
    </FieldGroup>
  );
}

export type SocialValues = Record<(typeof socials)[number], string>;
/** The video is part of a plan, so a directory without payments doesn't offer it. */
export function SocialFields(props: FieldsProps<SocialValues> & { hasVideo?: boolean; forStaff?: boolean }) {
  const payments = usePayments();
  const { text, errorOf } = useField(props);
  const hintOf = (name: string) => {
    if (name !== 'youtubeUrl') return undefined;
    if (props.paused) return pausedHint('Pro Max');
    if (props.forStaff) return props.hasVideo ? 'Shown on the profile.' : 'Shown once the owner has Pro Max.';
    if (props.hasVideo !== false) return 'The video is shown on your profile.';
    return <PlanNote plan="Pro Max">You can add it now. Patients see the video once you upgrade.</PlanNote>;
  };
  return (
    <div className={css.pairs}>
      {socials
        .filter((name) => payments || name !== 'youtubeUrl')
        .map((name) => (
          <Field key={name} label={fieldNames[name]} optional hint={hintOf(name)} error={errorOf(name)}>
            <Input placeholder="https:// or @name" autoCapitalize="none" {...text(name)} />
          </Field>
        ))}
    </div>
  );
}
