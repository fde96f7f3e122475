import type { Site } from '#server/site/site.ts';
import { siteWith } from '../entry-server.tsx';

/** The website without its build: pages with their real markup, and no style sheets or scripts. */
export const renderedSite = (): Site =>
  siteWith({ entry: '/entry.js', of: () => ({ styles: [], css: null, preloads: [] }) });

export interface FoundForm {
  method: string;
  action: string;
  /** The value of each field, or of each of several. */
  fields: Record<string, string[]>;
  attributes: string;
}

/** The forms of a page as a browser would send them untouched. */
export function findForms(html: string): FoundForm[] {
  return [...html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)].map(([, attributes, content]) => ({
    method: attribute(attributes!, 'method') ?? 'get',
    action: attribute(attributes!, 'action') ?? '',
    fields: findFields(content!),
    attributes: attributes!,
  }));
}

function findFields(content: string): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const [, input, tag, opening, rest = ''] of content.matchAll(
    /<input\b([^>]*)>|<(textarea|select)\b([^>]*)>([\s\S]*?)<\/\2>/g,
  )) {
    const attributes = input ?? opening!;
    const name = attribute(attributes, 'name');
    if (name === null) continue;
    const values = (fields[name] ??= []);
    if (tag === 'textarea') values.push(decode(rest.replace(/^\n/, '')));
    else if (tag === 'select') values.push(findChoice(rest));
    else if (!/type="(?:checkbox|radio)"/.test(attributes) || /\schecked\b/.test(attributes))
      values.push(attribute(attributes, 'value') ?? '');
  }
  return fields;
}

/** The value of the chosen option, which is the first one unless another is marked. */
function findChoice(options: string): string {
  const tags = [...options.matchAll(/<option\b([^>]*)>/g)].map(([, attributes]) => attributes!);
  const chosen = tags.find((attributes) => /\sselected\b/.test(attributes)) ?? tags[0] ?? '';
  return attribute(chosen, 'value') ?? '';
}

function attribute(attributes: string, name: string): string | null {
  const value = new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1];
  return value === undefined ? null : decode(value);
}

export const decode = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');
