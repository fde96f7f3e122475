import { toast } from '#ui/kit/overlays/toast.ts';
import { ConsoleRefusal } from '#ui/base/platform/console.ts';

/** Shows why chosen or dropped files could not be opened. */
export const showFileError = (error: unknown): void =>
  void toast({
    title: 'Not a CSV file',
    description: error instanceof ConsoleRefusal ? error.message : 'This file can’t be opened.',
    variant: 'destructive',
  });
