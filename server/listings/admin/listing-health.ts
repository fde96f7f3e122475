export { healthConditions, isDuplicate } from './queries-health.ts';
