/** Characters that XML 1.0 forbids, even escaped. */
// oxlint-disable-next-line no-control-regex
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

export const escapeXml = (text: string): string =>
  text.replace(forbidden, '').replace(/[<>&'"]/g, (character) => `&#${character.charCodeAt(0)};`);
