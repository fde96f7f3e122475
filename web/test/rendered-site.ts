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
  const add = (name: string | null, value: string) => void (name !== null && (fields[name] ??= []).push(value));
  for (const [, tag, attributes, rest] of content.matchAll(
    /<(input|textarea|select|button)\b([^>]*)>((?:(?!<\/(?:textarea|select)>)[\s\S])*?(?=<\/(?:textarea|select)>))?/g,
  )) {
    const name = attribute(attributes!, 'name');
    const type = attribute(attributes!, 'type');
    if (tag === 'button') continue;
    if ((type === 'checkbox' || type === 'radio') && !/\schecked\b/.test(attributes!)) {
      if (name !== null) fields[name] ??= [];
    } else if (tag === 'textarea') add(name, decode((rest ?? '').replace(/^\n/, '')));
    else if (tag === 'select')
      add(name, decode(/<option[^>]*selected[^>]*value="([^"]*)"|value="([^"]*)"[^>]*selected/.exec(rest ?? '')?.slice(1).find(Boolean) ?? '')); // prettier-ignore
    else add(name, attribute(attributes!, 'value') ?? '');
  }
  return fields;
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
