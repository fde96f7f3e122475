/*
 * Words that patients use, in English and Spanish. A review mentions a row if its text has one of the row's words, whatever it says
 * about them. The words are regular expressions, of JavaScript and of Postgres, over lowercase text, and match whole words. Without zod,
 * because profiles load this file.
 */
const rows = [
  ['gentle', 'Gentle', 'gentle|gently|gentleness|suave|suavemente|delicad[oa]s?|con cuidado'],
  ['pain', 'Pain', 'pain|painful|painless|hurt|hurts|dolor|doloros[oa]s?|duele|dolió'],
  ['sensitivity', 'Sensitivity', 'sensitivity|sensitive|sensibilidad|sensibles?'],
  ['nervous', 'Nervous', 'nervous|anxious|anxiety|nervios[oa]s?|nervios|ansiedad|miedo'],
  ['explained', 'Explained', 'explain|explains|explained|explaining|explanations?|explic(a|an|ó|aron|aba|aban|ado|ar|ación|aciones)'],
  ['friendly', 'Friendly', 'friendly|kind(?! of)|kindness|amables?|amabilidad'],
  ['onTime', 'On time', 'on time|on schedule|punctual|punctuality|puntual|puntuales|puntualidad|a tiempo'],
  ['wait', 'Wait', 'wait|waits|waited|waiting|espera|esperar|esperé|esperamos'],
  ['frontDesk', 'Front desk', 'front desk|receptionists?|reception|recepción|recepcionistas?'],
  ['price', 'Price', 'prices?|costs?|bill|bills|billed|billing|estimates?|precios?|costos?|facturas?|presupuestos?'],
  ['insurance', 'Insurance', 'insurance|insurer|aseguranza|aseguradora|seguro (dental|médico)'],
  ['clean', 'Clean', 'clean|spotless|limpi[oa]s?'],
  ['children', 'Children', 'child|children|kids?|niñ[oa]s?|hij[oa]s?'],
  ['parking', 'Parking', 'parking|parked|estacionamiento|estacionar|parqueo'],
] as const; // prettier-ignore

export type Mention = (typeof rows)[number][0];
export const mentionNames = rows.map(([name]) => name);
export const mentionLabel = (name: Mention): string => rows.find((row) => row[0] === name)![1];
export const mentionWords = Object.fromEntries(rows.map(([name, , words]) => [name, words])) as Record<Mention, string>;

/** Words of fewer reviews say little, and aren't shown. */
export const MIN_MENTIONS = 3;
