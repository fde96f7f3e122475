/** Creates a PDF document with one page that shows this text. */
export function smallPdf(words: string): Buffer {
  const text = `BT /F1 24 Tf 40 320 Td (${words.replace(/[()\\]/g, '\\$&')}) Tj ET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 396]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${text.length}>>stream\n${text}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  let pdf = '%PDF-1.4\n';
  const places = objects.map((object, at) => {
    const place = pdf.length;
    pdf += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const table = pdf.length;
  pdf += `xref\n0 6\n0000000000 65535 f \n${places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')}`;
  pdf += `trailer<</Size 6/Root 1 0 R>>\nstartxref\n${table}\n%%EOF`;
  return Buffer.from(pdf, 'latin1');
}
