/** However long the file, the thread that reads it gets no more than this. */
export const CSV_MEMORY = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 };
