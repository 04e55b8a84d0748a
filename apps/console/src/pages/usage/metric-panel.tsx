import { i18n } from '@lingui/core';
import { message } from '../../messages/message.js';
import { ChartLegend, TimeChart } from '../../ui/time-chart.js';
import type { ChartSeries } from '../../ui/time-chart-options.js';
import { listDays, toFigure, toValues, type DailyUsage, type Metric, type Period } from './usage-data.js';
import { UsageTable } from './usage-table.js';
import classes from './usage.module.css';

const METRICS = [
  { metric: 'signIns', label: message('Sign-ins') },
  { metric: 'tokens', label: message('Tokens') },
  { metric: 'activeUsers', label: message('Active users a day') },
] as const satisfies { metric: Metric; label: string }[];

const LARGE = 1_000_000;

interface MetricPanelProps {
  period: Period;
  previous: Period;
  now: readonly DailyUsage[];
  before: readonly DailyUsage[];
  metric: Metric;
  isTable: boolean;
  onMetric: (metric: Metric) => void;
}

/** The figures of the period, each with its change; the chosen one by day. */
export function MetricPanel({ period, previous, now, before, metric, isTable, onMetric }: MetricPanelProps) {
  const days = listDays(period);
  const series: ChartSeries[] = [
    { label: i18n.t('Last {days} days', { days: days.length }), values: toValues(now, period, metric), color: 'c1', isFilled: true },
    {
      label: i18n.t('{days} days before', { days: days.length }),
      values: toValues(before, previous, metric),
      color: 'ink-3',
      dash: [2, 4],
    },
  ];
  const label = i18n.t(METRICS.find((each) => each.metric === metric)?.label ?? '');
  return (
    <section className={classes['panel']} aria-label={i18n.t('By day')}>
      <div className={classes['metrics']} role="group" aria-label={i18n.t('What the chart shows')}>
        {METRICS.map((each) => (
          <button key={each.metric} type="button" aria-pressed={each.metric === metric} onClick={() => onMetric(each.metric)}>
            <span>{i18n.t(each.label)}</span>
            <Figure
              now={toFigure(toValues(now, period, each.metric), each.metric)}
              before={toFigure(toValues(before, previous, each.metric), each.metric)}
            />
          </button>
        ))}
      </div>
      {isTable ? (
        <UsageTable
          label={i18n.t('Usage by day')}
          days={days}
          columns={METRICS.map((each) => ({
            label: i18n.t(each.label),
            values: toValues(now, period, each.metric),
            total: toFigure(toValues(now, period, each.metric), each.metric),
          }))}
        />
      ) : (
        <div className={classes['chart']}>
          <div className={classes['legend']}>
            <ChartLegend series={series} />
          </div>
          <TimeChart label={i18n.t('{label} by day', { label })} days={days} series={series} height={240} />
        </div>
      )}
    </section>
  );
}

function Figure({ now, before }: { now: number; before: number }) {
  const format = new Intl.NumberFormat(i18n.locale, now >= LARGE ? { notation: 'compact', maximumFractionDigits: 2 } : {});
  const change = new Intl.NumberFormat(i18n.locale, { style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' });
  const direction = now > before ? 'up' : now < before ? 'down' : 'same';
  return (
    <>
      <strong title={now.toLocaleString(i18n.locale)}>{format.format(now)}</strong>
      <small data-direction={before === 0 ? undefined : direction}>
        {before === 0 ? i18n.t('None before') : i18n.t('{change} from before', { change: change.format((now - before) / before) })}
      </small>
    </>
  );
}
