/** Imports nothing, because every page's footer uses it. */
const networks = [
  ['Facebook', 'facebook.com'],
  ['Instagram', 'instagram.com'],
  ['X', 'x.com'],
  ['LinkedIn', 'linkedin.com'],
  ['YouTube', 'youtube.com'],
  ['TikTok', 'tiktok.com'],
  ['Reddit', 'reddit.com'],
] as const;
export type SocialNetwork = (typeof networks)[number][0];

/** The network of an account's address; undefined for any other URL. */
export function socialNetworkOf(url: string): SocialNetwork | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, hostname } = new URL(url);
  if (protocol !== 'https:') return undefined;
  return networks.find(([, host]) => hostname === host || hostname.endsWith(`.${host}`))?.[0];
}
