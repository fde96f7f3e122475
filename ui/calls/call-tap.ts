/** The last tap on a phone link, kept on the device until the question has been asked. Never sent anywhere. */
export interface CallTap {
  dentistId: number;
  phone: string;
  at: number;
}

const TAP_KEY = 'call-tap';

export function storeTap(tap: CallTap): void {
  try {
    localStorage.setItem(TAP_KEY, JSON.stringify(tap));
  } catch {
    // Without storage, the question isn't asked.
  }
}

export function readTap(): CallTap | null {
  try {
    return JSON.parse(localStorage.getItem(TAP_KEY) ?? 'null') as CallTap | null;
  } catch {
    return null;
  }
}

export const forgetTap = (): void => localStorage.removeItem(TAP_KEY);
