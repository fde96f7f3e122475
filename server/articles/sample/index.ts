import { articles as dentalAnxiety } from './dental-anxiety.ts';
import { articles as dentalInsurance } from './dental-insurance.ts';
import { articles as dentalProcedures } from './dental-procedures.ts';
import { articles as dentalTechnology } from './dental-technology.ts';
import { articles as emergencyCare } from './emergency-care.ts';
import { articles as findDentist } from './find-dentist.ts';
import { articles as oralHealth } from './oral-health.ts';
import { articles as pediatricDentistry } from './pediatric-dentistry.ts';
import { articles as preventiveCare } from './preventive-care.ts';
import type { SampleArticle } from './sample-article.ts';
import { articles as teethWhitening } from './teeth-whitening.ts';

export const sampleArticles: readonly SampleArticle[] = [
  ...teethWhitening,
  ...preventiveCare,
  ...dentalProcedures,
  ...oralHealth,
  ...emergencyCare,
  ...dentalTechnology,
  ...pediatricDentistry,
  ...dentalInsurance,
  ...findDentist,
  ...dentalAnxiety,
];
