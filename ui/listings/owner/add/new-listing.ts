import { factsOf, socials, toAnswer } from '../edit/fields.ts';
import { mapFacts, newListingFacts } from '#shared/listings/facts.ts';
import { dayNames } from '#shared/listings/opening-hours.ts';
import type { DecisionValues } from '../edit/DecisionFields.tsx';
import type { HoursValues } from '../edit/HoursEditor.tsx';
import type { AddressValues, DoctorValues, FeatureValues, SocialValues } from '../edit/ListingFields.tsx';

export type NewValues = AddressValues &
  DoctorValues &
  FeatureValues &
  SocialValues &
  DecisionValues &
  HoursValues & {
    isNewPractice: boolean;
    practiceName: string;
    practicePhone: string;
    practiceDescription: string;
    practiceText: string;
    /** 0 if no practice is chosen. */
    practiceId: number;
    serviceIds: number[];
    /** Why it isn't one of the listings that it matches. */
    differs: string;
  };

export const emptyListing: NewValues = {
  isNewPractice: true,
  practiceName: '',
  practicePhone: '',
  practiceDescription: '',
  practiceText: '',
  practiceId: 0,
  serviceIds: [],
  differs: '',
  name: '',
  title: 'DDS',
  specialty: '',
  practiceTypeId: '',
  experience: '1',
  phone: '',
  email: '',
  website: '',
  bookingUrl: '',
  bio: '',
  languages: '',
  gender: '',
  insurancePlans: '',
  whiteningPriceFrom: '',
  whiteningPriceTo: '',
  address: '',
  city: '',
  state: '',
  zipCode: '',
  ...mapFacts((field) => toAnswer(newListingFacts[field])),
  facebookUrl: '',
  instagramUrl: '',
  tiktokUrl: '',
  twitterUrl: '',
  youtubeUrl: '',
  ...(Object.fromEntries(dayNames.map((day) => [`${day}Hours`, ''])) as HoursValues),
};

/** Fills empty fields with what was typed in the practice finder, or chooses the practice that a dentist is added to. */
export function fillFromLink(values: NewValues, search: string): NewValues {
  const query = new URLSearchParams(search);
  const typed = {
    practiceName: query.get('name') ?? '',
    practicePhone: query.get('phone') ?? '',
    zipCode: query.get('zip') ?? '',
  };
  const emptyFields = Object.entries(typed).filter(
    ([field, text]) => text !== '' && values[field as keyof typeof typed] === '',
  );
  const practiceId = Number(query.get('practice'));
  const practice =
    Number.isSafeInteger(practiceId) && practiceId > 0
      ? { isNewPractice: false, practiceId, practiceText: query.get('practiceName') ?? '' }
      : {};
  return { ...values, ...Object.fromEntries(emptyFields), ...practice };
}

const doctorTexts = [
  'name',
  'title',
  'specialty',
  'phone',
  'email',
  'website',
  'bookingUrl',
  'bio',
  'languages',
  'gender',
  'insurancePlans',
  'whiteningPriceFrom',
  'whiteningPriceTo',
] as const;
const pick = <V extends object, K extends keyof V>(values: V, keys: readonly K[]): Pick<V, K> =>
  Object.fromEntries(keys.map((key) => [key, values[key]])) as Pick<V, K>;

/** The request body: practice and doctor in one. */
export function bodyOf(values: NewValues, photo: string | null) {
  const dentist = {
    ...pick(values, doctorTexts),
    ...factsOf(values),
    ...pick(values, socials),
    ...pick(
      values,
      dayNames.map((day) => `${day}Hours` as const),
    ),
    practiceTypeId: values.practiceTypeId === '' ? null : Number(values.practiceTypeId),
    experience: Number.parseInt(values.experience, 10) || 0,
  };
  if (!values.isNewPractice)
    return {
      isNewPractice: false as const,
      practiceId: values.practiceId,
      dentist: { ...dentist, practiceImage: photo },
      serviceIds: values.serviceIds,
      differs: values.differs,
    };
  return {
    isNewPractice: true as const,
    practice: {
      name: values.practiceName,
      phone: values.practicePhone,
      description: values.practiceDescription,
      ...pick(values, ['address', 'city', 'state', 'zipCode']),
      image: photo,
      isActive: true,
    },
    dentist,
    serviceIds: values.serviceIds,
    differs: values.differs,
  };
}
