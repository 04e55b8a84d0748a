import { useState } from 'react';
import { i18n } from '@lingui/core';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { components } from '@latchkey/api-client';
import { answer, api } from '../../api/api.js';
import { message } from '../../messages/message.js';
import { Panel } from '../../ui/panel.js';
import { LineChart } from './line-chart.js';
import classes from './overview.module.css';

type Day = components['schemas']['DailyUsageResponse'];

const DAYS = 30;
const DAY_MS = 86_400_000;
const sum = (counts: Record<string, number>) => Object.values(counts).reduce((total, count) => total + count, 0);
const dateOf = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10);

const FIGURES = [
  { key: 'signIns', label: message('Sign-ins'), of: (day: Day) => sum(day.signIns) },
  { key: 'tokens', label: message('Tokens'), of: (day: Day) => sum(day.tokens) },
  { key: 'activeUsers', label: message('Active users, a day'), of: (day: Day) => day.activeUsers },
] as const;

/** Sign-ins and tokens of the last 30 days. */
export function UsageSummary({ domain }: { domain: string }) {
  const [shown, setShown] = useState<(typeof FIGURES)[number]>(FIGURES[0]);
  const from = dateOf(DAYS - 1);
  const { data } = useQuery({
    queryKey: ['usage', domain, from],
    queryFn: () => answer(api.GET('/v1/domain/{domain}/usage', { params: { path: { domain }, query: { from, to: dateOf(0) } } })),
  });
  const byDate = new Map(data?.data.map((day) => [day.date, day]));
  const valueAt = (figure: (typeof FIGURES)[number], daysAgo: number) => {
    const day = byDate.get(dateOf(daysAgo));
    return day ? figure.of(day) : 0;
  };
  const days = Array.from({ length: DAYS }, (_day, index) => DAYS - 1 - index);
  const total = (figure: (typeof FIGURES)[number]) => {
    const values = days.map((daysAgo) => valueAt(figure, daysAgo));
    return figure.key === 'activeUsers' ? Math.max(...values) : values.reduce((all, value) => all + value, 0);
  };
  return (
    <Panel
      title={i18n.t('Last 30 days')}
      flush
      action={
        <Link to="/d/$domain/usage" params={{ domain }}>
          {i18n.t('As table')}
        </Link>
      }
    >
      <div className={classes['figures']} role="group" aria-label={i18n.t('Figure of the chart')}>
        {FIGURES.map((figure) => (
          <button
            key={figure.key}
            type="button"
            className={classes['figure']}
            aria-pressed={figure === shown}
            onClick={() => setShown(figure)}
          >
            <span>{i18n.t(figure.label)}</span>
            {data ? (
              <strong>{new Intl.NumberFormat(i18n.locale, { notation: 'compact' }).format(total(figure))}</strong>
            ) : (
              <Skeleton height={28} width={80} />
            )}
          </button>
        ))}
      </div>
      <div className={classes['chart']}>
        <LineChart
          label={i18n.t('{figure} of each day', { figure: i18n.t(shown.label) })}
          points={days.map((daysAgo) => ({ label: dateOf(daysAgo), value: valueAt(shown, daysAgo) }))}
        />
      </div>
    </Panel>
  );
}
