export { healthConditions } from './queries-health.ts';
