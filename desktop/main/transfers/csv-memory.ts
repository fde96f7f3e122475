/** The memory limit of the worker thread that reads a CSV file of any size. */
export const CSV_MEMORY = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 };
