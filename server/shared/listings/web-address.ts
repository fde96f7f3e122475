/**
 * Spells an address as browsers read it, which is stored instead of what was typed, because https:////evil.example and
 * https://evil.example\@good.com don't lead where they seem to. The root may lack its slash. Null for other protocols, without a
 * domain, and with a name or password in front of the domain.
 */
export function normalizeWebAddress(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { protocol, hostname, username, password, href } = new URL(text);
  const labels = hostname.split('.');
  const hasDomain = labels.length > 1 && labels.every((label) => label !== '' && !/\s/.test(label));
  if ((protocol !== 'https:' && protocol !== 'http:') || !hasDomain || username !== '' || password !== '') return null;
  return href === `${text}/` ? text : href;
}
