import type { z } from 'zod';
import { listInsurancePlans, readSentence } from '#contract/directory/search-help.ts';
import { searchDirectory, type SearchItem } from '#contract/listings/listings.ts';
import { planSlug } from '#shared/search-terms.ts';
import { badRequest } from '#server/base/http/errors.ts';
import { findSources, pageOf, toBriefFacts, type Statements } from './practice-facts.ts';
import { searchInput, searchOutput, type BriefPractice } from './schemas.ts';
import { tool, type Call, type ToolContext } from './tool.ts';

type SearchArgs = z.output<typeof searchInput>;
type Params = Record<string, string>;

/** The slugs of plans by their names. An unknown one is refused, because the search would ignore what the patient asked for. */
async function findPlanSlugs(call: Call, names: readonly string[]): Promise<string> {
  if (names.length === 0) return '';
  const catalog = await call(listInsurancePlans, {});
  const slugs = names.map((name) => {
    const slug = planSlug(name);
    if (catalog.some((plan) => plan.slug === slug)) return slug;
    const similar = catalog.filter((plan) => plan.gone === null && slug !== '' && plan.slug.includes(slug)).slice(0, 5);
    const hint = similar.length > 0 ? ` Did you mean ${similar.map((plan) => plan.name).join(', ')}?` : '';
    throw badRequest(`We don’t know the insurance plan “${name}”.${hint}`);
  });
  return slugs.join(',');
}

/** The search as query parameters of the directory. A field replaces the same part of the sentence. */
async function toParams(args: SearchArgs, call: Call): Promise<Params> {
  const { sentence, place, plans = [], needs = [], openOn = [], page: _page, limit: _limit, ...rest } = args;
  const read = sentence ? ((await call(readSentence, { query: { q: sentence } })).params ?? {}) : {};
  const given: Params = Object.fromEntries(
    Object.entries(rest).flatMap(([name, value]) => (value ? [[name, value === true ? '1' : String(value)]] : [])),
  );
  for (const need of needs) given[need] = '1';
  const params = { ...read, ...given };
  if (place) params.location = place;
  if (openOn.length > 0) params.openOn = openOn.join(',');
  const planSlugs = await findPlanSlugs(call, plans);
  if (planSlugs) params.plan = planSlugs;
  return params;
}

const briefly = (item: SearchItem, sources: Statements, { ctx }: ToolContext): BriefPractice => ({
  ...pageOf(item, ctx.config.PUBLIC_URL),
  whyHere: item.why.sentence,
  facts: toBriefFacts(item, sources, ctx.clock.now()),
});

function describe({ facts, url }: BriefPractice): string {
  const { name, address, phone, whiteningPrice: price } = facts;
  const from = price.value ? `whitening from $${price.value.from} (${price.source}, ${price.date})` : '';
  return `- ${[name.value, address.value, phone.value, from].filter(Boolean).join('; ')} ${url}`;
}

export const searchPractices = tool({
  name: 'search_practices',
  title: 'Search dental practices',
  description:
    'Finds dentists and dental practices in the United States by a sentence or by fields, in the order of the website. ' +
    'Payment can improve a position, and whyHere says so. A fact with known: false has not been stated by anyone.',
  input: searchInput,
  output: searchOutput,
  async run(args, context) {
    const { ctx, call } = context;
    const { nearMe, ...params } = await toParams(args, call);
    if (nearMe && !params.location)
      throw badRequest('We don’t know where the patient is. Please give a place, such as a city or a ZIP code.');
    const found = await call(searchDirectory, {
      query: { ...params, page: String(args.page), pageSize: String(args.limit) },
    });
    const nearby = (found.almost?.items ?? []).slice(0, args.limit);
    const sourcesOf = await findSources(
      ctx.db,
      [...found.items, ...nearby].map(({ id }) => id),
    );
    const practices = found.items.map((item) => briefly(item, sourcesOf(item.id), context));
    const url = `${ctx.config.PUBLIC_URL}/directory?${new URLSearchParams(params).toString()}`;
    const isUnknownPlace = Boolean(params.location) && found.places.length === 0;
    const headline = isUnknownPlace
      ? `We couldn’t find the place “${params.location}”.`
      : `${found.totalIsExact ? '' : 'More than '}${found.total.toLocaleString('en-US')} ${found.total === 1 ? 'practice matches' : 'practices match'}: ${url}`;
    const text = [
      headline,
      ...practices.map(describe),
      ...(nearby.length > 0 ? [`${nearby.length} more lack a filter, or haven’t stated it.`] : []),
    ];
    return {
      text: text.join('\n'),
      result: {
        understood: params,
        ignoredWords: found.lead?.unused ?? [],
        total: found.total,
        totalIsExact: found.totalIsExact,
        page: found.page,
        url,
        practices,
        nearMatches: nearby.map((item) => ({
          ...briefly(item, sourcesOf(item.id), context),
          missing: item.missing,
        })),
        didYouMean: found.didYouMean,
      },
    };
  },
});
