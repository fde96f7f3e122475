import type { ReportDocument } from '#shared/insights/report.ts';
import { chartSvg } from '#shared/insights/report-svg.ts';
import { reports, type ReportId } from '#shared/insights/reports.ts';
import { ConsoleRefusal, type ReportFormat } from '#ui/base/platform/console.ts';
import { useStaffConsole } from '#ui/base/platform/platform.ts';
import { useConsoleState } from '#ui/base/platform/use-console-state.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { formatPeriod, type PeriodQuery } from '../PeriodPicker.tsx';

const formats: readonly [ReportFormat, string][] = [
  ['csv', 'CSV'],
  ['xlsx', 'Excel'],
  ['pdf', 'PDF'],
];

export const showSaveError = (error: unknown): void =>
  void toast({
    title: 'Could not save',
    description: error instanceof ConsoleRefusal ? error.message : 'Please try again.',
    variant: 'destructive',
  });
const confirmSave = (name: string) => (isSaved: boolean) =>
  void (isSaved && toast({ title: 'Saved', description: name, variant: 'good' }));

/** Says that all reports can be read without a connection. */
export function SavedMark() {
  return (
    useConsoleState().reportsAt && (
      <p>
        <Badge tone="good">Saved on this computer</Badge>
      </p>
    )
  );
}

/** Saves a report as a file, which the main process makes. */
export function ReportFiles({ id, period, disabled }: { id: ReportId; period: PeriodQuery; disabled: boolean }) {
  const staffConsole = useStaffConsole();
  return formats.map(([format, name]) => (
    <Button
      key={format}
      disabled={disabled}
      onClick={() =>
        void staffConsole
          .saveReport(format, id, period)
          .then(confirmSave(`${reports[id].title}, ${formatPeriod(period)}`), showSaveError)
      }
    >
      Save as {name}
    </Button>
  ));
}

/** Doubles the resolution, so that the chart is sharp in documents. */
const SCALE = 2;

/** Draws a chart as a PNG image, encoded in base64. */
async function drawChartPng(chart: ReportDocument['charts'][number], about: string): Promise<string> {
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

export function SaveChart({ chart, period }: { chart: ReportDocument['charts'][number]; period: PeriodQuery }) {
  const staffConsole = useStaffConsole();
  const save = () =>
    void drawChartPng(chart, formatPeriod(period))
      .then((base64) => staffConsole.savePng(`${chart.title} ${period.from} to ${period.to}.png`, base64))
      .then(confirmSave(chart.title), showSaveError);
  return (
    <Button size="small" variant="quiet" aria-label={`Save ${chart.title} as PNG`} onClick={save}>
      Save as PNG
    </Button>
  );
}
