import { getDentist, searchDirectory } from '#contract/listings/listings.ts';
import { FEWEST_PRICES } from '#contract/listings/price-facts.ts';
import { findSources, pageOf, toBriefFacts, toFullFacts, whiteningPriceOf } from './practice-facts.ts';
import { linkOutput, practiceInput, practiceOutput, pricesInput, pricesOutput } from './schemas.ts';
import { searchPractices } from './search-practices.ts';
import { tool, type Tool, type ToolContext } from './tool.ts';

async function findPractice({ call, ctx }: ToolContext, id: number) {
  const profile = await call(getDentist, { params: { id: String(id) } });
  const sourcesOf = await findSources(ctx.db, [profile.id]);
  return { profile, sources: sourcesOf(profile.id), now: ctx.clock.now(), publicUrl: ctx.config.PUBLIC_URL };
}

const getPractice = tool({
  name: 'get_practice',
  title: 'Read one practice',
  description:
    'Everything that is known about one practice: hours, holidays, services, insurance, prices, access, and who said so when.',
  input: practiceInput,
  output: practiceOutput,
  async run({ id }, context) {
    const { profile, sources, now, publicUrl } = await findPractice(context, id);
    const page = pageOf(profile, publicUrl);
    const facts = toFullFacts(profile, sources, now);
    const open = Object.entries(facts).flatMap(([name, { known }]) => (known ? [] : [name]));
    const { name, address, phone } = facts;
    return {
      text: [
        [name.value, address.value, phone.value].filter(Boolean).join('; '),
        page.url,
        ...(open.length > 0 ? [`Not known: ${open.join(', ')}.`] : []),
      ].join('\n'),
      result: {
        ...page,
        facts,
        lastConfirmed: profile.lastConfirmed && {
          source: profile.lastConfirmed.statedBy,
          date: profile.lastConfirmed.statedOn,
        },
        takesAppointmentRequests: profile.takesAppointments,
      },
    };
  },
});

const whiteningPrices = tool({
  name: 'whitening_prices',
  title: 'Whitening prices of a place',
  description:
    'The whitening prices that practices of a city or ZIP code state: the lowest, middle, and highest, and the practices with the lowest.',
  input: pricesInput,
  output: pricesOutput,
  async run({ place, limit }, { call, ctx }) {
    const query = { location: place, sort: 'price' as const, page: '1', pageSize: String(limit) };
    const { prices, items, places } = await call(searchDirectory, { query });
    const label = places.length > 0 ? places.map((one) => one.label).join('; ') : null;
    const practices = items
      .filter(({ whiteningPrice }) => whiteningPrice !== null)
      .map((item) => ({
        ...pageOf(item, ctx.config.PUBLIC_URL),
        name: item.name,
        whiteningPrice: whiteningPriceOf(item),
      }));
    const why = prices
      ? null
      : label === null
        ? `We couldn’t find the place “${place}”.`
        : `Fewer than ${FEWEST_PRICES} practices there state a price, or the place is a whole state.`;
    const figures = prices && {
      practices: prices.practices,
      lowest: prices.lowest,
      middle: prices.middle,
      highest: prices.highest,
      currency: 'USD' as const,
    };
    return {
      text: [
        why ??
          `${figures!.practices} practices in ${label} state whitening prices from $${figures!.lowest} to $${figures!.highest}; half start at $${figures!.middle} or less.`,
        ...practices.map(
          ({ name, whiteningPrice, url }) =>
            `- ${name}: from $${whiteningPrice.value!.from} (${whiteningPrice.source}, ${whiteningPrice.date}) ${url}`,
        ),
      ].join('\n'),
      result: {
        place: label,
        why,
        practices,
        prices: {
          known: Boolean(prices),
          value: figures ?? null,
          source: prices ? 'practices' : null,
          date: prices?.until ?? null,
          since: prices?.since ?? null,
        },
      },
    };
  },
});

const requestAppointmentLink = tool({
  name: 'request_appointment_link',
  title: 'Link to a request form',
  description:
    'A link to the form with which the patient asks a practice for an appointment. This tool never sends a request.',
  input: practiceInput,
  output: linkOutput,
  async run({ id }, context) {
    const { profile, sources, now, publicUrl } = await findPractice(context, id);
    const { phone } = toBriefFacts(profile, sources, now);
    const url = profile.takesAppointments ? `${publicUrl}/request-appointment/${profile.id}` : null;
    const otherwise = phone.value ? `Please call ${phone.value}.` : 'We don’t know its phone number.';
    return {
      text: url
        ? `Ask ${profile.name} for an appointment: ${url}`
        : `${profile.name} takes no requests online. ${otherwise}`,
      result: { id: profile.id, name: profile.name, url, phone },
    };
  },
});

export const tools: readonly Tool[] = [searchPractices, getPractice, whiteningPrices, requestAppointmentLink];
