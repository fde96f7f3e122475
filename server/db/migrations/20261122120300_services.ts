import type { Knex } from 'knex';
import { runSql } from '../sql-migration.ts';

export { down } from '../sql-migration.ts';

const services: readonly (readonly [string, string])[] = [
  ['Teeth Whitening', 'Brightening of natural teeth, in the practice or at home, planned with a dentist.'],
  ['Laser Whitening', 'In-office whitening that uses a light together with a bleaching gel.'],
  ['Professional Bleaching', 'Bleaching with professional-strength gel under supervision.'],
  ['Zoom Whitening', 'In-office whitening with the Zoom system.'],
  ['Veneers', 'Thin covers for the front of teeth that change their shape or shade.'],
  ['Professional In-Office Whitening', 'Whitening done at the practice from start to finish.'],
  ['Take-Home Whitening Kits', 'Custom trays and gel from the practice, worn at home.'],
  ['Whitening Consultation', 'A visit to discuss shade, sensitivity, and options before any treatment.'],
  ['Dental Cleaning', 'Removal of plaque, tartar, and surface stains.'],
  ['Dental Exam', 'A check of teeth, gums, and bite.'],
  ['Cosmetic Bonding', 'Tooth-colored resin that repairs chips and closes small gaps.'],
  ['Porcelain Crowns', 'Tooth-colored caps for damaged teeth.'],
  ['Clear Aligners', 'Removable trays that straighten teeth step by step.'],
  ['Dental Implants', 'Replacement of missing teeth on a post in the jaw.'],
  ['Smile Makeover', 'A plan that combines several cosmetic treatments.'],
  ['Enamel Microabrasion', 'Polishing that removes shallow spots from the enamel.'],
  ['Fillings', 'Repair of cavities.'],
  ['Emergency Care', 'Urgent visits for pain or a broken tooth.'],
];

const practiceTypes: readonly (readonly [string, string])[] = [
  ['General Dentistry', 'Everyday dental care for adults and families.'],
  ['Cosmetic Dentistry', 'Dentistry with a focus on how a smile looks.'],
  ['Teeth Whitening Center', 'A practice devoted to whitening.'],
  ['Family Dentistry', 'Care for every age under one roof.'],
  ['Pediatric Dentistry', 'Dentistry for children.'],
  ['Orthodontics', 'Straightening of teeth and jaws.'],
  ['Prosthodontics', 'Crowns, bridges, dentures, and implants.'],
  ['Periodontics', 'Care of the gums and the tissue that holds teeth.'],
  ['Endodontics', 'Root canal treatment.'],
  ['Oral Surgery', 'Extractions, implants, and other surgery.'],
];

export async function up(knex: Knex): Promise<void> {
  await runSql(knex, 'services');
  const insert = (table: string, list: typeof services): Promise<unknown> =>
    knex(table).insert(list.map(([name, description]) => ({ name, description })));
  await insert('services', services);
  await insert('practice_types', practiceTypes);
}
