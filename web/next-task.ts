/** Ends the current task, so that a slow phone can respond to input in between. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

// The modules that the entry imports after this one run in a task of their own.
await nextTask();
