import type { Knex } from 'knex';

export { down } from '../sql-migration.ts';

/** Treatments that patients ask for by name. */
const services: readonly (readonly [string, string])[] = [
  ['Root Canal Treatment', 'Treatment of an infected root that saves the tooth.'],
  ['Braces', 'Fixed brackets and wires that straighten teeth.'],
  ['Pediatric Dentistry', 'Care for the teeth of children.'],
  ['Dentures', 'Removable replacements for missing teeth.'],
  ['Tooth Extraction', 'Removal of a tooth, including wisdom teeth.'],
  ['Gum Treatment', 'Care for gums that are inflamed or that recede.'],
];

export async function up(knex: Knex): Promise<void> {
  await knex('services')
    .insert(services.map(([name, description]) => ({ name, description })))
    .onConflict('name')
    .ignore();
}
