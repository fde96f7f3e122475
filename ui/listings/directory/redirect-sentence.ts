import { redirect } from 'react-router-dom';
import { readSentence } from '#contract/directory/search-help.ts';
import type { Call } from '#ui/base/platform/api.ts';
import { directoryUrl, readSearch } from '../search/search-state.ts';

const MAX_LENGTH = 200;

/**
 * Redirects a sentence to the search that it means, so that each search has one URL. Without scripts, the sentence is in
 * the location field.
 */
export async function redirectSentence(url: URL, call: Call, isServer: boolean): Promise<void> {
  const { searchParams } = url;
  const sentence = searchParams.get('q')?.trim() ?? '';
  const location = searchParams.get('location')?.trim() ?? '';
  let understood: Record<string, string> | null = null;
  if (sentence !== '')
    // A sentence that can't be read is searched for as a location.
    understood = await read(sentence, 'sentence', call).catch(() => ({ location: sentence }));
  else if (isServer && location !== '') understood = await read(location, 'location', call).catch(() => null);
  if (!understood && !searchParams.has('q')) return;
  const next = new URLSearchParams(searchParams);
  next.delete('q');
  if (understood) for (const name of ['location', 'name', 'lead', 'openAt', 'nearMe', 'page']) next.delete(name);
  for (const [name, value] of Object.entries(understood ?? {})) next.set(name, value);
  throw redirect(directoryUrl(readSearch(next)));
}

async function read(text: string, as: 'sentence' | 'location', call: Call): Promise<Record<string, string> | null> {
  // A cut through a pair of surrogates would be invalid.
  const q = [...text].slice(0, MAX_LENGTH / 2).join('');
  return (await call(readSentence, { query: { q, as } })).params;
}
