/** Letters that Unicode doesn't take apart into a plain letter and a mark. */
const letters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'oe',
  đ: 'd',
  ð: 'd',
  ɖ: 'd',
  þ: 'th',
  ƿ: 'w',
  ħ: 'h',
  ı: 'i',
  ĸ: 'k',
  ł: 'l',
  ŋ: 'n',
  ŧ: 't',
  ƀ: 'b',
  ƈ: 'c',
  ƒ: 'f',
  ǥ: 'g',
  ɠ: 'g',
  ɨ: 'i',
  ƙ: 'k',
  ƚ: 'l',
  ɲ: 'n',
  ƞ: 'n',
  ɵ: 'o',
  ƥ: 'p',
  ɍ: 'r',
  ƭ: 't',
  ʉ: 'u',
  ʋ: 'v',
  ʏ: 'y',
  ƴ: 'y',
  ɏ: 'y',
  ƶ: 'z',
  ȥ: 'z',
  ẜ: 's',
  ẝ: 's',
  ə: 'e',
  ɛ: 'e',
  ɔ: 'o',
  '©': 'c',
};
const other = new RegExp(`[${Object.keys(letters).join('')}]`, 'g');

/** Writes text in lower case with the letters a to z where its letters are Latin. Others stay. */
export const foldLatin = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(other, (letter) => letters[letter]!);
