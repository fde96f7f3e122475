import { chooseFreeSlug, slugify } from '#shared/slug.ts';
import { inOneLine } from '#shared/site-settings.ts';
import { ArticleProse } from '#ui/articles/ArticleProse.tsx';
import type { Site } from '#ui/base/page/App.tsx';
import type { LegalPart } from './LegalPage.tsx';

/** Splits a text of the operator into its introduction and its parts, which begin with "## ", and fills in the settings. */
export function readOwnText(text: string, site: Site): { intro: string; parts: LegalPart[] } {
  const values: Record<string, string> = {
    brand: site.brand,
    company: site.company || site.brand,
    address: inOneLine(site.address),
    hours: inOneLine(site.supportHours),
  };
  const filled = text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
  const [intro = '', ...sections] = filled.split(/^##[ \t]+/m);
  const taken = new Set<string>();
  const parts = sections.map((section) => {
    const [title = '', ...lines] = section.split('\n');
    const id = chooseFreeSlug(slugify(title) || 'part', taken);
    taken.add(id);
    return { id, title: title.trim(), body: <ArticleProse content={lines.join('\n')} /> };
  });
  return { intro: intro.trim(), parts };
}
