const primes: number[] = [];
for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n);

/** The first 32 bits after the binary point. */
const fractionBits = (value: number): number => ((value - Math.floor(value)) * 2 ** 32) | 0;
const roundConstants = Int32Array.from(primes, (prime) => fractionBits(Math.cbrt(prime)));
const initialHash = Int32Array.from(primes.slice(0, 8), (prime) => fractionBits(Math.sqrt(prime)));

const MAX_LENGTH = 55;
const schedule = new Int32Array(64);

/**
 * The first 32 bits of the SHA-256 of an ASCII text of up to 55 characters. The browser's own digest is asynchronous, which
 * makes it ten times slower for texts this short.
 */
export function firstWordOfHash(text: string): number {
  if (text.length > MAX_LENGTH) throw new RangeError('The text does not fit in one block.');
  const w = schedule;
  w.fill(0, 0, 16);
  for (let i = 0; i < text.length; i++) w[i >> 2]! |= text.charCodeAt(i) << (24 - (i & 3) * 8);
  w[text.length >> 2]! |= 0x80 << (24 - (text.length & 3) * 8);
  w[15] = text.length * 8;
  for (let i = 16; i < 64; i++) {
    const early = w[i - 15]!;
    const late = w[i - 2]!;
    const s0 = ((early >>> 7) | (early << 25)) ^ ((early >>> 18) | (early << 14)) ^ (early >>> 3);
    const s1 = ((late >>> 17) | (late << 15)) ^ ((late >>> 19) | (late << 13)) ^ (late >>> 10);
    w[i] = (w[i - 16]! + s0 + w[i - 7]! + s1) | 0;
  }
  let a = initialHash[0]!;
  let b = initialHash[1]!;
  let c = initialHash[2]!;
  let d = initialHash[3]!;
  let e = initialHash[4]!;
  let f = initialHash[5]!;
  let g = initialHash[6]!;
  let h = initialHash[7]!;
  for (let i = 0; i < 64; i++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + roundConstants[i]! + w[i]!) | 0;
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  return (initialHash[0]! + a) >>> 0;
}
