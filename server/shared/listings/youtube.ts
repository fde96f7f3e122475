const HOSTS = new Set([
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'music.youtube.com',
  'www.youtube-nocookie.com',
]);
const VIDEO_ID = /^[\w-]{11}$/;

/**
 * The id of the video that a YouTube address shows: watch?v=, youtu.be/, shorts/, embed/, live/, and v/, with any other
 * parameters. Null for channels and for everything that isn't YouTube.
 */
export function youTubeVideoId(address: string | null): string | null {
  if (!address || !URL.canParse(address)) return null;
  const { protocol, hostname, pathname, searchParams } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:') return null;
  const [first = '', second = ''] = pathname.split('/').slice(1);
  const id =
    hostname === 'youtu.be'
      ? first
      : !HOSTS.has(hostname)
        ? ''
        : first === 'watch'
          ? searchParams.get('v')
          : /^(?:shorts|embed|live|v)$/.test(first)
            ? second
            : '';
  return id && VIDEO_ID.test(id) ? id : null;
}
