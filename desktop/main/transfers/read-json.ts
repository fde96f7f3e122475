import type { ConsoleContext } from '../console-context.ts';

/** Reads from the server in the background. 'gone' if it doesn't know the path, and null if it can't be reached. */
export async function readJson<T>(
  context: Pick<ConsoleContext, 'requestInBackground'>,
  path: string,
): Promise<T | 'gone' | null> {
  try {
    const response = await context.requestInBackground(path);
    if (response.ok) return (await response.json()) as T;
    await response.body?.cancel();
    return response.status === 404 ? 'gone' : null;
  } catch {
    return null;
  }
}
