import { useEffect, useRef, useState } from 'react';
import { i18n } from '@lingui/core';
import { Skeleton, useComputedColorScheme } from '@mantine/core';
import type UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { buildOptions, type ChartSeries } from './time-chart-options.js';
import classes from './time-chart.module.css';

interface TimeChartProps {
  label: string;
  /** UTC days such as `2026-11-28`, one for each value. */
  days: readonly string[];
  series: readonly ChartSeries[];
  height?: number;
}

const DEFAULT_HEIGHT = 220;

interface ChartCursor {
  /** The day, from 0. */
  index: number;
  /** Pixels from the chart's left edge. */
  left: number;
}

const formatCount = (value: number | undefined) => (value ?? 0).toLocaleString(i18n.locale);

export const formatDayOfChart = (day: string) =>
  new Intl.DateTimeFormat(i18n.locale, { weekday: 'short', day: 'numeric', month: 'long', timeZone: 'UTC' }).format(new Date(day));

/** Draws the chart, again when what it shows or the colour scheme changes. uPlot is loaded with the first chart. */
function usePlot({ days, series, height = DEFAULT_HEIGHT }: Omit<TimeChartProps, 'label'>) {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<UPlot | null>(null);
  const [cursor, setCursor] = useState<ChartCursor | null>(null);
  const [isReady, setReady] = useState(false);
  const scheme = useComputedColorScheme('light');
  const key = JSON.stringify([days, series, height, scheme, i18n.locale]);
  useEffect(() => {
    const parent = box.current;
    if (!parent) return undefined;
    let isCurrent = true;
    const resize = new ResizeObserver(() => plot.current?.setSize({ width: parent.clientWidth, height }));
    const draw = async () => {
      const { default: Plot } = await import('uplot');
      if (!isCurrent) return;
      const options = buildOptions({ series, width: parent.clientWidth, height, onCursor: setCursor }, Plot);
      const times = days.map((day) => Date.parse(day) / 1000);
      plot.current = new Plot(options, [times, ...series.map(({ values }) => [...values])], parent);
      setReady(true);
      resize.observe(parent);
    };
    // The tokens of the colour scheme apply after this render.
    requestAnimationFrame(() => void draw());
    return () => {
      isCurrent = false;
      resize.disconnect();
      plot.current?.destroy();
      plot.current = null;
      setCursor(null);
    };
    // The key has all that is drawn.
  }, [key]);
  return { box, plot, cursor, isReady };
}

/** Lines over days. The arrow keys move from day to day; a table beside it has the same numbers. */
export function TimeChart({ label, days, series, height = DEFAULT_HEIGHT }: TimeChartProps) {
  const { box, plot, cursor, isReady } = usePlot({ days, series, height });
  const move = (event: React.KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1, Home: -days.length, End: days.length }[event.key];
    if (step === undefined || !plot.current) return;
    event.preventDefault();
    const index = Math.min(days.length - 1, Math.max(0, (cursor?.index ?? days.length - 1) + step));
    plot.current.setCursor({ left: plot.current.valToPos(Date.parse(days[index] ?? '') / 1000, 'x'), top: 0 });
  };
  return (
    <div
      className={classes['chart']}
      role="group"
      tabIndex={0}
      aria-label={i18n.t('{label}. The arrow keys move from day to day.', { label })}
      onKeyDown={move}
      onBlur={() => plot.current?.setCursor({ left: -10, top: -10 })}
    >
      <div ref={box} className={classes['canvas']} style={{ height }} aria-hidden>
        {!isReady && <Skeleton height={height} />}
      </div>
      {cursor && (
        <Tooltip
          day={days[cursor.index] ?? ''}
          index={cursor.index}
          left={cursor.left}
          series={series}
          isEnd={cursor.index > days.length / 2}
        />
      )}
    </div>
  );
}

interface TooltipProps {
  day: string;
  index: number;
  left: number;
  series: readonly ChartSeries[];
  isEnd: boolean;
}

function Tooltip({ day, index, left, series, isEnd }: TooltipProps) {
  return (
    <div className={classes['tooltip']} style={{ left }} data-end={isEnd || undefined} role="status">
      <strong>{formatDayOfChart(day)}</strong>
      {series.map((line) => (
        <span key={line.label}>
          <Swatch series={line} />
          <bdi>{line.label}</bdi>
          <b>{formatCount(line.values[index])}</b>
        </span>
      ))}
    </div>
  );
}

/** A piece of a line, as it is drawn. */
export function Swatch({ series: { color, dash } }: { series: Pick<ChartSeries, 'color' | 'dash'> }) {
  return (
    <svg className={classes['swatch']} width="18" height="4" aria-hidden>
      <line x1="0" x2="18" y1="2" y2="2" stroke={`var(--lk-${color})`} strokeWidth="2" strokeDasharray={dash?.join(' ')} />
    </svg>
  );
}

/** What the lines of a chart are. */
export function ChartLegend({ series }: { series: readonly ChartSeries[] }) {
  return (
    <ul className={classes['legend']}>
      {series.map((line) => (
        <li key={line.label}>
          <Swatch series={line} />
          <bdi>{line.label}</bdi>
        </li>
      ))}
    </ul>
  );
}
