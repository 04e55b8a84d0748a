import { i18n } from '@lingui/core';
import { Panel } from '../../ui/panel.js';
import { Swatch, TimeChart } from '../../ui/time-chart.js';
import type { ChartSeries } from '../../ui/time-chart-options.js';
import { listDays, toParts, type DailyUsage, type Period } from './usage-data.js';
import { UsageTable } from './usage-table.js';
import classes from './usage.module.css';

/** Lines differ by their dash, too. */
const LINES: Pick<ChartSeries, 'color' | 'dash'>[] = [
  { color: 'c1' },
  { color: 'c2', dash: [7, 4] },
  { color: 'c3', dash: [2, 3] },
  { color: 'c4', dash: [10, 3, 2, 3] },
  { color: 'c5', dash: [12, 4] },
  { color: 'c6', dash: [1, 4] },
];

interface BreakdownProps {
  title: string;
  empty: string;
  metric: 'signIns' | 'tokens';
  usage: readonly DailyUsage[];
  period: Period;
  isTable: boolean;
  nameOf: (name: string) => string;
}

/** A metric by its largest parts. */
export function Breakdown({ title, empty, metric, usage, period, isTable, nameOf }: BreakdownProps) {
  const parts = toParts(usage, period, metric);
  const days = listDays(period);
  const total = parts.reduce((sum, part) => sum + part.total, 0);
  const share = new Intl.NumberFormat(i18n.locale, { style: 'percent', maximumFractionDigits: 0 });
  const series = parts.map(({ name, values }, index) => ({
    label: name === null ? i18n.t('Others') : nameOf(name),
    values,
    ...(LINES[index] ?? { color: 'c6' as const }),
  }));
  if (parts.length === 0) {
    return (
      <Panel title={title}>
        <p className={classes['none']}>{empty}</p>
      </Panel>
    );
  }
  return (
    <Panel title={title} flush>
      {isTable ? (
        <UsageTable
          label={title}
          days={days}
          columns={series.map(({ label, values }, index) => ({ label, values, total: parts[index]?.total ?? 0 }))}
        />
      ) : (
        <>
          <div className={classes['chart']}>
            <TimeChart label={title} days={days} series={series} height={170} />
          </div>
          <ul className={classes['parts']}>
            {series.map((line, index) => (
              <li key={line.label}>
                <Swatch series={line} />
                <bdi>{line.label}</bdi>
                <span>{share.format((parts[index]?.total ?? 0) / total)}</span>
                <b>{(parts[index]?.total ?? 0).toLocaleString(i18n.locale)}</b>
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}
