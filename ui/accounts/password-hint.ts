export const passwordHint = (minLength = 8) => `At least ${minLength} characters. Try a few random words.`;
