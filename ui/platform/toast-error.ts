import { toast } from '#ui/kit/overlays/toast.ts';
import { sentenceOf } from './api.ts';

/** Says what went wrong with something a person did. */
export const toastError = (error: unknown, title = 'Error'): number =>
  toast({ title, description: sentenceOf(error), variant: 'destructive' });
