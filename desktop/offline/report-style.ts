import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?inline';
import fraunces from '@fontsource-variable/fraunces/files/fraunces-latin-soft-normal.woff2?inline';

export const escapeHtml = (text: unknown): string =>
  String(text).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The style of printed reports, with the product's own fonts. */
export const reportStyle = `
@font-face { font-family: Figtree; src: url(${figtree}) format('woff2'); font-weight: 300 900 }
@font-face { font-family: Fraunces; src: url(${fraunces}) format('woff2'); font-weight: 400 700 }
@page { size: Letter; margin: 16mm 14mm }
body { font: 11px/1.5 Figtree, system-ui, sans-serif; color: #1d2b2e; margin: 0 }
h1 { font: 500 24px/1.2 Fraunces, Georgia, serif; font-variation-settings: 'SOFT' 100; margin: 0 0 4px }
h2 { font-size: 14px; margin: 20px 0 6px; break-after: avoid }
p { color: #55666a; margin: 0 }
dl { display: grid; grid-template-columns: repeat(4, 1fr); gap: 12px; margin: 16px 0 }
dt { color: #55666a } dd { margin: 0; font-size: 17px; font-weight: 600 }
svg { width: 100%; height: auto; break-inside: avoid; border: 1px solid #d8dfe0; border-radius: 6px; margin-top: 10px }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums }
thead { display: table-header-group } tr { break-inside: avoid }
th, td { padding: 4px 8px 4px 0; border-bottom: 1px solid #d8dfe0; text-align: left; overflow-wrap: anywhere }
th { color: #55666a; font-weight: 500 } .end { text-align: right }`;
