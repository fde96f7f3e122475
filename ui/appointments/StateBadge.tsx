import { stateLabels, type AppointmentState } from '#shared/appointments/appointment-state.ts';
import { Badge, type Tone } from '#ui/kit/display/Badge.tsx';

const tones: Record<AppointmentState, Tone> = {
  new: 'accent',
  called: 'neutral',
  offered: 'warn',
  accepted: 'good',
  declined: 'bad',
  canceled: 'neutral',
  closed: 'neutral',
};

export const StateBadge = ({ state }: { state: AppointmentState }) => (
  <Badge tone={tones[state]}>{stateLabels[state]}</Badge>
);
