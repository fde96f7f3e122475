import { toast } from '#ui/kit/overlays/toast.ts';
import { sentenceOf } from './api.ts';

/** Shows an error toast for a failed action. */
export const toastError = (error: unknown, title = 'Error'): number =>
  toast({ title, description: sentenceOf(error), variant: 'destructive' });
