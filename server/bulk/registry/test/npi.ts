/** A valid NPI for each number below 100,000,000: the prefix 1, eight digits, and the check digit. */
export function makeNpi(number: number): string {
  const digits = `1${String(number).padStart(8, '0')}`;
  let sum = 24;
  for (let i = 0; i < 9; i++) {
    const digit = digits.charCodeAt(i) - 48;
    const value = i % 2 === 0 ? digit * 2 : digit;
    sum += value > 9 ? value - 9 : value;
  }
  return digits + String((10 - (sum % 10)) % 10);
}
