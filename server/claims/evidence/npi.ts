/** The last digit of a National Provider Identifier is a Luhn check over the number with the prefix 80840. */
export function isValidNpi(text: string): boolean {
  if (!/^[12]\d{9}$/.test(text)) return false;
  let sum = 0;
  Array.from(`80840${text}`)
    .toReversed()
    .forEach((digit, place) => {
      const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
      sum += value > 9 ? value - 9 : value;
    });
  return sum % 10 === 0;
}
