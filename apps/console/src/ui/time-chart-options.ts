import { i18n } from '@lingui/core';
import type UPlot from 'uplot';

export interface ChartSeries {
  label: string;
  values: readonly number[];
  /** A colour of the tokens, without `--lk-`. */
  color: 'c1' | 'c2' | 'c3' | 'c4' | 'c5' | 'c6' | 'ink-3';
  /** Lengths of strokes and gaps, so that lines differ without their colour. */
  dash?: number[];
  /** Whether the ground below the line is tinted. */
  isFilled?: boolean;
}

const LINE_WIDTH = 2;
const AXIS_SIZE = 52;
/** The lowest top of the scale, so that a chart without numbers has a scale. */
const MIN_TOP = 4;
const INCREMENTS = [1, 2, 5]
  .flatMap((step) => Array.from({ length: 10 }, (_power, index) => step * 10 ** index))
  .toSorted((one, other) => one - other);

interface ChartOptions {
  series: readonly ChartSeries[];
  width: number;
  height: number;
  onCursor: (cursor: { index: number; left: number } | null) => void;
}

/** uPlot draws on a canvas, which has no CSS variables: their values of the current scheme. */
function token(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--lk-${name}`).trim();
}

const formatTick = (value: number) => new Intl.NumberFormat(i18n.locale, { notation: 'compact' }).format(value);
const formatDay = (seconds: number) =>
  new Intl.DateTimeFormat(i18n.locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(seconds * 1000));

/** @param Plot the loaded library */
export function buildOptions({ series, width, height, onCursor }: ChartOptions, Plot: typeof UPlot): UPlot.Options {
  const axis = { stroke: token('ink-3'), font: `12px ${token('font')}`, ticks: { show: false } };
  return {
    width,
    height,
    legend: { show: false },
    padding: [10, 22, 0, 0],
    tzDate: (seconds) => Plot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    cursor: {
      y: false,
      drag: { x: false, y: false },
      points: { size: 9, width: 2, fill: token('surface') },
    },
    scales: { y: { range: (_plot, _min, max) => [0, Math.max(MIN_TOP, (max ?? 0) * 1.1)] } },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 26,
        space: 90,
        values: (_plot, times) => times.map(formatDay),
        incrs: [86_400, 2 * 86_400, 7 * 86_400, 14 * 86_400, 28 * 86_400],
      },
      {
        ...axis,
        size: AXIS_SIZE,
        incrs: INCREMENTS,
        grid: { stroke: token('line'), width: 1, dash: [3, 4] },
        values: (_plot, values) => values.map(formatTick),
      },
    ],
    series: [{}, ...series.map(toSeries)],
    hooks: {
      setCursor: [
        ({ cursor: { idx, left }, over }) => {
          const isInside = idx !== null && idx !== undefined && left !== undefined && left >= 0;
          onCursor(isInside ? { index: idx, left: left + over.offsetLeft } : null);
        },
      ],
    },
  };
}

function toSeries({ label, color, dash, isFilled }: ChartSeries): UPlot.Series {
  const stroke = token(color);
  return {
    label,
    stroke,
    width: LINE_WIDTH,
    points: { show: false },
    ...(dash && { dash }),
    ...(isFilled && { fill: (plot: UPlot) => fade(plot, stroke) }),
  };
}

/** The colour of a line, weaker towards the foot. */
function fade(plot: UPlot, stroke: string): CanvasGradient {
  const gradient = plot.ctx.createLinearGradient(0, plot.bbox.top, 0, plot.bbox.top + plot.bbox.height);
  gradient.addColorStop(0, `${stroke}38`);
  gradient.addColorStop(1, `${stroke}00`);
  return gradient;
}
