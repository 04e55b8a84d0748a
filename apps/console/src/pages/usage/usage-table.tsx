import { i18n } from '@lingui/core';
import classes from './usage.module.css';

interface UsageTableProps {
  label: string;
  days: readonly string[];
  columns: readonly { label: string; values: readonly number[]; total: number }[];
}

const formatDay = (day: string) =>
  new Intl.DateTimeFormat(i18n.locale, { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(day));

/** The numbers of a chart, newest day first. */
export function UsageTable({ label, days, columns }: UsageTableProps) {
  return (
    <div className={classes['scroll']} tabIndex={0} role="region" aria-label={i18n.t('{label}, as a table', { label })}>
      <table className={classes['table']}>
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">{i18n.t('Day')}</th>
            {columns.map((column) => (
              <th key={column.label} scope="col">
                <bdi>{column.label}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr data-total>
            <th scope="row">{i18n.t('Whole period')}</th>
            {columns.map((column) => (
              <td key={column.label}>{column.total.toLocaleString(i18n.locale)}</td>
            ))}
          </tr>
          {days.toReversed().map((day, index) => (
            <tr key={day}>
              <th scope="row">{formatDay(day)}</th>
              {columns.map((column) => (
                <td key={column.label}>{(column.values[days.length - 1 - index] ?? 0).toLocaleString(i18n.locale)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
