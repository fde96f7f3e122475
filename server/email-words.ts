export interface NamedPractice {
  practiceName: string | null;
  /** The name of the listing, which is usually a dentist's. */
  name: string;
  city?: string | null;
  state?: string | null;
}

/** An email's subject is one line, whatever people typed into a name. */
export const oneLine = (text: string): string => text.replace(/[\r\n]+/g, ' ');

/** "Silva Dental (Dr. Ana Silva), Austin, TX" */
export function describePractice({ practiceName, name, city, state }: NamedPractice): string {
  const names = practiceName && practiceName !== name ? `${practiceName} (${name})` : name;
  return oneLine([names, city, state].filter(Boolean).join(', '));
}
