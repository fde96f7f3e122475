import Bowser from 'bowser';

/** Turns a user agent into words, for example "Firefox on Windows". */
export function describeDevice(userAgent: string | null, kind: 'web' | 'desktop'): string {
  const agent = userAgent ? Bowser.parse(userAgent) : null;
  const browser = kind === 'desktop' ? 'Desktop console' : agent?.browser.name;
  const system = agent?.os.name;
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Unknown device';
}
