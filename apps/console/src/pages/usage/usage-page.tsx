import { i18n } from '@lingui/core';
import { Button, SegmentedControl, Skeleton } from '@mantine/core';
import { IconChartBar, IconChartLine, IconTable } from '@tabler/icons-react';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { LoadFailed } from '../../ui/load-failed.js';
import { Notice } from '../../ui/notice.js';
import { PageHeader } from '../../ui/page-header.js';
import { Columns } from '../../ui/panel.js';
import { nameMethod } from '../../ui/sign-in-methods.js';
import { Breakdown } from './breakdown.js';
import { MetricPanel } from './metric-panel.js';
import { PERIODS, type DailyUsage, type Period } from './usage-data.js';
import type { UsageSearch } from './usage-search.js';
import { useUsage } from './use-usage.js';
import classes from './usage.module.css';

const DEFAULT_DAYS = 30;

const formatDate = (date: string) =>
  new Intl.DateTimeFormat(i18n.locale, { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(new Date(date));

/** Sign-ins, tokens and active users by day, beside the same number of days before. */
export function UsagePage() {
  const { domain } = useParams({ from: '/d/$domain/usage' });
  const search = useSearch({ from: '/d/$domain/usage' });
  const navigate = useNavigate({ from: '/d/$domain/usage' });
  const { days = DEFAULT_DAYS, view } = search;
  const { current, previous, now, before, error, isStale, retry } = useUsage(domain, days);
  const change = (next: UsageSearch) => void navigate({ search: { ...search, ...next }, replace: true, resetScroll: false });
  const isTable = view === 'table';
  const isEmpty = now?.length === 0 && before?.length === 0;
  return (
    <>
      <PageHeader
        title={i18n.t('Usage')}
        facts={i18n.t('{from} – {to}, days in UTC', { from: formatDate(current.from), to: formatDate(current.to) })}
        actions={
          <>
            <Button
              variant="default"
              leftSection={
                isTable ? <IconChartLine size={16} stroke={1.6} aria-hidden /> : <IconTable size={16} stroke={1.6} aria-hidden />
              }
              onClick={() => change({ view: isTable ? 'chart' : 'table' })}
            >
              {isTable ? i18n.t('As chart') : i18n.t('As table')}
            </Button>
            <SegmentedControl
              aria-label={i18n.t('Period')}
              value={String(days)}
              onChange={(value) => change({ days: Number(value) as UsageSearch['days'] & number })}
              data={PERIODS.map((period) => ({ value: String(period), label: i18n.t('{days} days', { days: period }) }))}
            />
          </>
        }
      />
      <Columns>
        {error && !now ? (
          <LoadFailed what={i18n.t('The usage')} error={error} onRetry={retry} />
        ) : !now || !before ? (
          <UsageSkeleton />
        ) : isEmpty ? (
          <Notice icon={IconChartBar} title={i18n.t('Nothing to count yet')}>
            <p>{i18n.t('Each sign-in and each access token is counted here by day, within seconds. Get a first token to see it.')}</p>
          </Notice>
        ) : (
          <UsagePanels period={current} previous={previous} now={now} before={before} search={search} isStale={isStale} onChange={change} />
        )}
      </Columns>
    </>
  );
}

interface UsagePanelsProps {
  period: Period;
  previous: Period;
  now: DailyUsage[];
  before: DailyUsage[];
  search: UsageSearch;
  isStale: boolean;
  onChange: (next: UsageSearch) => void;
}

function UsagePanels({ period, previous, now, before, search, isStale, onChange }: UsagePanelsProps) {
  const isTable = search.view === 'table';
  return (
    <div className={classes['panels']} data-stale={isStale || undefined}>
      <MetricPanel
        period={period}
        previous={previous}
        now={now}
        before={before}
        metric={search.metric ?? 'signIns'}
        isTable={isTable}
        onMetric={(metric) => onChange({ metric })}
      />
      <div className={classes['pair']}>
        <Breakdown
          title={i18n.t('Sign-ins by method')}
          empty={i18n.t('Nobody signed in during these days.')}
          metric="signIns"
          usage={now}
          period={period}
          isTable={isTable}
          nameOf={nameMethod}
        />
        <Breakdown
          title={i18n.t('Tokens by client')}
          empty={i18n.t('No client got a token during these days.')}
          metric="tokens"
          usage={now}
          period={period}
          isTable={isTable}
          nameOf={(client) => client}
        />
      </div>
    </div>
  );
}

function UsageSkeleton() {
  return (
    <div className={classes['panels']} aria-busy>
      <Skeleton height={350} radius="lg" />
      <div className={classes['pair']}>
        <Skeleton height={320} radius="lg" />
        <Skeleton height={320} radius="lg" />
      </div>
    </div>
  );
}
