import type { CatalogPlan } from '#contract/directory/search-help.ts';

type Plans = readonly CatalogPlan[];

const SEPARATOR = '; ';
const split = (text: string): string[] => (text === '' ? [] : text.split(SEPARATOR));
const nameOf = (storedName: string, plans: Plans): string =>
  plans.find((plan) => plan.storedName === storedName)?.name ?? storedName;

/** The current names of the plans that a listing stores. Plans that were merged have one name. */
export const listPlanNames = (text: string, plans: Plans): string[] => [
  ...new Set(split(text).map((storedName) => nameOf(storedName, plans))),
];

interface PlanChoice {
  name: string;
  isChosen: boolean;
  isRetired: boolean;
}

/** The plans that an owner can choose, and retired ones that the listing still names. */
export function listPlanChoices(text: string, plans: Plans): PlanChoice[] {
  const chosen = listPlanNames(text, plans);
  const offered = plans.filter(({ gone }) => gone === null).map(({ name }) => name);
  const retired = chosen.filter((name) => plans.some((plan) => plan.name === name && plan.gone === 'retired'));
  return [
    ...offered.map((name) => ({ name, isChosen: chosen.includes(name), isRetired: false })),
    ...retired.map((name) => ({ name, isChosen: true, isRetired: true })),
  ];
}

/** The stored text with a plan added or removed, in the order of the catalog. */
export function togglePlan(text: string, name: string, isOn: boolean, plans: Plans): string {
  const kept = split(text).filter((storedName) => nameOf(storedName, plans) !== name);
  const added = plans.find((plan) => plan.name === name && plan.gone === null);
  const chosen = new Set(isOn && added ? [...kept, added.storedName] : kept);
  return plans
    .map(({ storedName }) => storedName)
    .filter((storedName) => chosen.has(storedName))
    .join(SEPARATOR);
}
