const toSet = (words: string): ReadonlySet<string> => new Set(words.split(' '));

export const directions = toSet('n s e w north south east west nw ne sw se');
export const streetWords = toSet('street avenue ave blvd boulevard road rd highway hwy parkway pkwy');
/** These are also other words, so they need a house number, or "on" before the name. */
export const weakStreetWords = toSet('st drive dr lane ln way court ct circle place trail loop pike terrace');
