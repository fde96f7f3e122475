import { slugify } from '../slug.ts';

export interface UsState {
  readonly code: string;
  readonly name: string;
  readonly kind: 'state' | 'district' | 'territory';
  /** The time zone of most of the state. In states with two zones, each ZIP code has its zone. */
  readonly timeZone: string;
}

const state = (code: string, name: string, timeZone: string, kind: UsState['kind'] = 'state'): UsState => ({
  code,
  name,
  kind,
  timeZone,
});
const eastern = 'America/New_York';
const central = 'America/Chicago';
const mountain = 'America/Denver';
const pacific = 'America/Los_Angeles';

/** The 50 states, the District of Columbia, and the territories. */
export const usStates: readonly UsState[] = [
  state('AL', 'Alabama', central),
  state('AK', 'Alaska', 'America/Anchorage'),
  state('AZ', 'Arizona', 'America/Phoenix'),
  state('AR', 'Arkansas', central),
  state('CA', 'California', pacific),
  state('CO', 'Colorado', mountain),
  state('CT', 'Connecticut', eastern),
  state('DE', 'Delaware', eastern),
  state('DC', 'District of Columbia', eastern, 'district'),
  state('FL', 'Florida', eastern),
  state('GA', 'Georgia', eastern),
  state('HI', 'Hawaii', 'Pacific/Honolulu'),
  state('ID', 'Idaho', 'America/Boise'),
  state('IL', 'Illinois', central),
  state('IN', 'Indiana', 'America/Indiana/Indianapolis'),
  state('IA', 'Iowa', central),
  state('KS', 'Kansas', central),
  state('KY', 'Kentucky', eastern),
  state('LA', 'Louisiana', central),
  state('ME', 'Maine', eastern),
  state('MD', 'Maryland', eastern),
  state('MA', 'Massachusetts', eastern),
  state('MI', 'Michigan', 'America/Detroit'),
  state('MN', 'Minnesota', central),
  state('MS', 'Mississippi', central),
  state('MO', 'Missouri', central),
  state('MT', 'Montana', mountain),
  state('NE', 'Nebraska', central),
  state('NV', 'Nevada', pacific),
  state('NH', 'New Hampshire', eastern),
  state('NJ', 'New Jersey', eastern),
  state('NM', 'New Mexico', mountain),
  state('NY', 'New York', eastern),
  state('NC', 'North Carolina', eastern),
  state('ND', 'North Dakota', central),
  state('OH', 'Ohio', eastern),
  state('OK', 'Oklahoma', central),
  state('OR', 'Oregon', pacific),
  state('PA', 'Pennsylvania', eastern),
  state('RI', 'Rhode Island', eastern),
  state('SC', 'South Carolina', eastern),
  state('SD', 'South Dakota', central),
  state('TN', 'Tennessee', central),
  state('TX', 'Texas', central),
  state('UT', 'Utah', mountain),
  state('VT', 'Vermont', eastern),
  state('VA', 'Virginia', eastern),
  state('WA', 'Washington', pacific),
  state('WV', 'West Virginia', eastern),
  state('WI', 'Wisconsin', central),
  state('WY', 'Wyoming', mountain),
  state('AS', 'American Samoa', 'Pacific/Pago_Pago', 'territory'),
  state('GU', 'Guam', 'Pacific/Guam', 'territory'),
  state('MP', 'Northern Mariana Islands', 'Pacific/Guam', 'territory'),
  state('PR', 'Puerto Rico', 'America/Puerto_Rico', 'territory'),
  state('VI', 'U.S. Virgin Islands', 'America/Puerto_Rico', 'territory'),
];

const words = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

const byText = new Map<string, UsState>();
for (const usState of usStates) {
  byText.set(words(usState.code), usState);
  byText.set(words(usState.name), usState);
}
byText.set('us virgin islands', byText.get('vi')!);
byText.set('virgin islands', byText.get('vi')!);
byText.set('washington dc', byText.get('dc')!);
byText.set('d c', byText.get('dc')!);

/** Finds a state by code, name, or slug, ignoring case and punctuation. */
export const findState = (text: string): UsState | undefined => byText.get(words(text));

export const stateSlug = (state: UsState): string => slugify(state.name);
