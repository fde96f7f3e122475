import { dayNames } from '../listings/opening-hours.ts';

/*
 * The states of an appointment request, and who may change them. Without zod, because pages that only show a state load
 * this file.
 */

export const appointmentStates = ['new', 'called', 'offered', 'accepted', 'declined', 'canceled', 'closed'] as const;
export type AppointmentState = (typeof appointmentStates)[number];

export const appointmentActors = ['patient', 'practice', 'staff', 'system'] as const;
export type AppointmentActor = (typeof appointmentActors)[number];

export const appointmentActions = ['offer', 'decline', 'call', 'accept', 'cancel', 'close'] as const;
export type AppointmentAction = (typeof appointmentActions)[number];

/** The state after each action. An action that isn't listed for a state is not allowed in it. */
const transitions: Record<AppointmentState, Partial<Record<AppointmentAction, AppointmentState>>> = {
  new: { offer: 'offered', decline: 'declined', call: 'called', cancel: 'canceled', close: 'closed' },
  called: { offer: 'offered', decline: 'declined', cancel: 'canceled', close: 'closed' },
  offered: {
    offer: 'offered',
    decline: 'declined',
    call: 'called',
    accept: 'accepted',
    cancel: 'canceled',
    close: 'closed',
  },
  accepted: { offer: 'offered', decline: 'declined', cancel: 'canceled', close: 'closed' },
  declined: {},
  canceled: {},
  closed: {},
};

const actionsOf: Record<AppointmentActor, readonly AppointmentAction[]> = {
  patient: ['accept', 'cancel'],
  practice: ['offer', 'decline', 'call'],
  staff: ['close'],
  system: ['close'],
};

/** The state after an action, or null if this actor may not take it in this state. */
export const nextState = (
  state: AppointmentState,
  action: AppointmentAction,
  actor: AppointmentActor,
): AppointmentState | null => (actionsOf[actor].includes(action) ? (transitions[state][action] ?? null) : null);

/** Requests that wait for an answer. They are closed when the practice can no longer answer. */
export const openStates = ['new', 'called', 'offered'] as const satisfies readonly AppointmentState[];
export const isOpen = (state: AppointmentState): boolean => (openStates as readonly string[]).includes(state);

/** The lists of the practice's inbox. */
export const inboxLists = {
  new: ['new'],
  answered: ['called', 'offered', 'accepted'],
  ended: ['declined', 'canceled', 'closed'],
} as const satisfies Record<string, readonly AppointmentState[]>;
export type InboxList = keyof typeof inboxLists;

export const stateLabels: Record<AppointmentState, string> = {
  new: 'New',
  called: 'Called',
  offered: 'Time offered',
  accepted: 'Time accepted',
  declined: 'Declined',
  canceled: 'Canceled by the patient',
  closed: 'Closed',
};

export const declineReasons = [
  ['full', 'No free appointments'],
  ['no_new_patients', 'Not taking new patients'],
  ['service', "This service isn't offered"],
  ['plan', "This plan isn't accepted"],
  ['unreachable', "Couldn't reach the patient"],
  ['other', 'Another reason'],
] as const;
export type DeclineReason = (typeof declineReasons)[number][0];
export const declineReasonLabel = (reason: string): string =>
  declineReasons.find(([name]) => name === reason)?.[1] ?? 'Another reason';

export const dayParts = ['morning', 'afternoon', 'evening'] as const;
/** The choices of the grid, such as "monday-morning". */
export const preferredTimes = dayNames.flatMap((day) => dayParts.map((part) => `${day}-${part}` as const));
export type PreferredTime = (typeof preferredTimes)[number];

const capitalize = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** "Mon morning, afternoon; Fri evening". */
export function describeTimes(times: readonly string[]): string {
  return dayNames
    .flatMap((day) => {
      const parts = dayParts.filter((part) => times.includes(`${day}-${part}`));
      return parts.length > 0 ? [`${capitalize(day.slice(0, 3))} ${parts.join(', ')}`] : [];
    })
    .join('; ');
}

/** The time zone of a listing whose place is unknown. */
export const FALLBACK_ZONE = 'America/New_York';

/** "Tuesday, March 3, 2026 at 10:30 AM CT" in the practice's zone. */
export const formatAppointment = (at: string | Date, zone: string | null): string =>
  new Intl.DateTimeFormat('en-US', {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: zone ?? FALLBACK_ZONE,
    timeZoneName: 'shortGeneric',
  })
    .format(new Date(at))
    .replaceAll('\u202f', ' ');

/** Personal data is erased this long after the last change. */
export const APPOINTMENT_RETENTION_DAYS = 90;
