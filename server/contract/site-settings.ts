import { z } from 'zod';
import { line } from './values.ts';

/** The settings that an administrator can change. A stored setting that is missing or null has its default. */
export const siteFields = {
  brand: line(60).pipe(z.string().min(2, 'Please enter a name with at least 2 characters.')),
};
