import { shareShortlist } from '#contract/listings/shortlists.ts';
import { api } from '#ui/base/platform/api.ts';

let latest: { key: string; slug: Promise<string> } | null = null;

/** Creates a link to these practices. Sharing an unchanged list again gives the same link. */
export async function createLink(ids: readonly number[], publicUrl: string): Promise<string> {
  const key = ids.join();
  if (latest?.key !== key)
    latest = { key, slug: api(shareShortlist, { body: { ids: [...ids] } }).then(({ slug }) => slug) };
  try {
    return `${publicUrl}/shared/${await latest.slug}`;
  } catch (error) {
    latest = null;
    throw error;
  }
}

/** Opens the share sheet of a phone; otherwise, or if it can't open, copies the link. */
export async function deliverLink(
  link: Promise<string>,
  title: string,
): Promise<'shared' | 'copied' | 'canceled' | 'blocked'> {
  if ('share' in navigator && matchMedia('(pointer: coarse)').matches) {
    const url = await link;
    try {
      await navigator.share({ title, url });
      return 'shared';
    } catch (error) {
      if ((error as Error).name === 'AbortError') return 'canceled';
    }
  }
  return (await copyLink(link)) ? 'copied' : 'blocked';
}

async function copyLink(link: Promise<string>): Promise<boolean> {
  try {
    // Safari allows copying only if it starts with the click, so it gets the promise of the text.
    const text = link.then((url) => new Blob([url], { type: 'text/plain' }));
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })]);
    return true;
  } catch {
    const url = await link;
    return navigator.clipboard.writeText(url).then(
      () => true,
      () => false,
    );
  }
}
