const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** The ways to treat the files of a watched folder. */
export const folderModes = [
  { value: 'preview', label: 'Preview, and wait for a person' },
  { value: 'apply', label: 'Apply, unless something looks wrong' },
];

/** When a folder is read: as files arrive, daily, or on a weekday. */
export const whenOptions = [
  { value: 'arrival', label: 'As files arrive' },
  { value: 'daily', label: 'Every day' },
  ...weekdays.map((day, index) => ({ value: String(index), label: `Every ${day}` })),
];

const usZones = [
  { value: 'America/New_York', label: 'Eastern Time' },
  { value: 'America/Chicago', label: 'Central Time' },
  { value: 'America/Denver', label: 'Mountain Time' },
  { value: 'America/Phoenix', label: 'Arizona Time' },
  { value: 'America/Los_Angeles', label: 'Pacific Time' },
  { value: 'America/Anchorage', label: 'Alaska Time' },
  { value: 'Pacific/Honolulu', label: 'Hawaii Time' },
];

/** The zones of the US, and the chosen one if it is another. */
export const listZones = (chosen: string) =>
  usZones.some(({ value }) => value === chosen) ? usZones : [{ value: chosen, label: chosen }, ...usZones];

/** The zone of this computer. */
export const findOwnZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
