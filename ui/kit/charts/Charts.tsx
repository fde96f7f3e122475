import {
  Bar,
  BarChart as Bars,
  CartesianGrid,
  Line,
  LineChart as Lines,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
  type TooltipContentProps,
} from 'recharts';
import css from '../styles/chart.module.css';
import { formatNumber } from '../format.ts';
import { asIs, chartColor, ChartFrame, lineDash, type ChartProps } from './ChartFrame.tsx';

/*
 * Charts built on Recharts. Its accessibility layer lets arrow keys move through the points and announces their
 * values. Animations are off, and the colors come from the tokens.
 */
const margin = { top: 8, right: 16, bottom: 24, left: 8 };
const tick = { fill: 'var(--ink-soft)', fontSize: 12 };

function Readout(props: Partial<TooltipContentProps> & { chart: ChartProps }) {
  const { active, payload, label, chart } = props;
  // Always rendered, because screen readers announce only changes of an existing live region.
  if (!active || !payload?.length) return <div role="status" />;
  const { format = formatNumber, formatX = asIs } = chart;
  return (
    <div className={css.readout} role="status">
      <div>{formatX(label ?? '')}</div>
      <ul>
        {payload.map((entry) => (
          <li key={String(entry.dataKey)}>
            <span className={css.key} style={{ '--color': entry.color }} />
            {entry.name}
            <strong>{typeof entry.value === 'number' ? format(entry.value) : '—'}</strong>
          </li>
        ))}
      </ul>
    </div>
  );
}

function axes(props: ChartProps) {
  const { x, unit, format = formatNumber, formatX = asIs } = props;
  return [
    <CartesianGrid key="grid" stroke="var(--line)" vertical={false} />,
    <XAxis
      key="x"
      dataKey={x.key}
      tick={tick}
      tickLine={false}
      stroke="var(--line-strong)"
      tickFormatter={formatX}
      // Labels every category if there are few, even on a phone; otherwise, some of them.
      minTickGap={props.rows.length > 12 ? 24 : 4}
      label={{ value: x.label, position: 'insideBottom', offset: -14, fill: 'var(--ink-soft)', fontSize: 12 }}
    />,
    <YAxis
      key="y"
      tick={tick}
      tickLine={false}
      axisLine={false}
      tickFormatter={(value: number) => format(value)}
      allowDecimals={false}
      width={64}
      label={{
        value: unit,
        angle: -90,
        position: 'insideLeft',
        offset: 0,
        fill: 'var(--ink-soft)',
        fontSize: 12,
        style: { textAnchor: 'middle' },
      }}
    />,
  ];
}

export function LineChart(props: ChartProps) {
  const { rows, series, height = 260, title } = props;
  return (
    <ChartFrame {...props} lines>
      <ResponsiveContainer width="100%" height={height}>
        <Lines data={[...rows]} margin={margin} title={title}>
          {axes(props)}
          <Tooltip
            isAnimationActive={false}
            cursor={{ stroke: 'var(--line-strong)' }}
            content={<Readout chart={props} />}
          />
          {series.map(({ key, label }, index) => (
            <Line
              key={key}
              dataKey={key}
              name={label}
              stroke={chartColor(index)}
              strokeWidth={2.25}
              strokeDasharray={lineDash(index)}
              dot={rows.length <= 14 && { r: 3, strokeWidth: 0, fill: chartColor(index) }}
              activeDot={{ r: 5, stroke: 'var(--raised)', strokeWidth: 2 }}
              type="linear"
              isAnimationActive={false}
            />
          ))}
        </Lines>
      </ResponsiveContainer>
    </ChartFrame>
  );
}

export function BarChart(props: ChartProps & { stacked?: boolean }) {
  const { rows, series, height = 260, stacked, title } = props;
  return (
    <ChartFrame {...props}>
      <ResponsiveContainer width="100%" height={height}>
        <Bars data={[...rows]} margin={margin} barCategoryGap="28%" title={title}>
          {axes(props)}
          <Tooltip isAnimationActive={false} cursor={{ fill: 'var(--hover)' }} content={<Readout chart={props} />} />
          {series.map(({ key, label }, index) => (
            <Bar
              key={key}
              dataKey={key}
              name={label}
              fill={chartColor(index)}
              stackId={stacked ? 'all' : undefined}
              radius={stacked && index < series.length - 1 ? 0 : [4, 4, 0, 0]}
              maxBarSize={48}
              isAnimationActive={false}
            />
          ))}
        </Bars>
      </ResponsiveContainer>
    </ChartFrame>
  );
}
