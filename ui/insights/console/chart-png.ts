import type { ReportDocument } from '#shared/insights/report.ts';
import { chartSvg } from '#shared/insights/report-svg.ts';

/** Doubles the resolution, so that the chart is sharp in documents. */
const SCALE = 2;

/** Draws a chart as a PNG image, encoded in base64. */
export async function drawChartPng(chart: ReportDocument['charts'][number], about: string): Promise<string> {
  const image = new Image();
  const url = URL.createObjectURL(new Blob([chartSvg(chart, about)], { type: 'image/svg+xml' }));
  try {
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth * SCALE;
    canvas.height = image.naturalHeight * SCALE;
    canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas.toDataURL('image/png').split(',')[1]!;
  } finally {
    URL.revokeObjectURL(url);
  }
}
