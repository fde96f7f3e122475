import { lazy, Suspense, type ComponentProps } from 'react';
import type { ChartProps } from './ChartFrame.tsx';
import { Skeleton } from '../display/Skeleton.tsx';

const Line = lazy(async () => ({ default: (await import('./Charts.tsx')).LineChart }));
const Bar = lazy(async () => ({ default: (await import('./Charts.tsx')).BarChart }));

/** The placeholder includes the two lines of the title and unit, so that nothing shifts. */
const Waiting = ({ height = 260 }: Pick<ChartProps, 'height'>) => <Skeleton height={height + 62} />;

export const LineChart = (props: ComponentProps<typeof Line>) => (
  <Suspense fallback={<Waiting height={props.height} />}>
    <Line {...props} />
  </Suspense>
);

export const BarChart = (props: ComponentProps<typeof Bar>) => (
  <Suspense fallback={<Waiting height={props.height} />}>
    <Bar {...props} />
  </Suspense>
);
