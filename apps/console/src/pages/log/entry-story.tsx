import { i18n } from '@lingui/core';
import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { CopyButton } from '../../ui/copy-button.js';
import { LoadFailed } from '../../ui/load-failed.js';
import { lookOf } from '../../events/event-types.js';
import { formatClock } from './log-rows.js';
import type { LogSearch } from './log-search.js';
import { describeEntry } from '../../events/sentence.js';
import type { LogEntry } from '../../events/log-entry.js';
import { useStory } from './use-log.js';
import classes from './entry-pane.module.css';

interface EntryStoryProps {
  domain: string;
  entry: LogEntry;
  users: ReadonlyMap<string, string>;
  search: LogSearch;
}

const SHORT_ID_LENGTH = 12;

/** What else the same request caused, oldest first. */
export function EntryStory({ domain, entry, users, search }: EntryStoryProps) {
  const { requestId, traceId } = entry;
  return (
    <section className={classes['part']}>
      <div className={classes['part-head']}>
        <h3>{i18n.t('The whole story')}</h3>
        {requestId !== null && (
          <span>
            <code title={requestId}>{requestId.slice(0, SHORT_ID_LENGTH)}</code>
            <CopyButton value={requestId} label={i18n.t('Copy the id of the request')} />
          </span>
        )}
      </div>
      {requestId === null ? (
        <p>{i18n.t('No request caused this entry: it comes from the command line or a background task.')}</p>
      ) : (
        <Steps domain={domain} requestId={requestId} current={entry.sequence} users={users} search={search} />
      )}
      {traceId !== null && (
        <p>
          {i18n.t('Trace')} <code>{traceId}</code>
        </p>
      )}
    </section>
  );
}

interface StepsProps extends Omit<EntryStoryProps, 'entry'> {
  requestId: string;
  current: number;
}

function Steps({ domain, requestId, current, users, search }: StepsProps) {
  const { data, error, refetch } = useStory(domain, requestId);
  if (error && !data) return <LoadFailed what={i18n.t('The story')} error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={60} />;
  const start = Date.parse(data[0]?.time ?? '');
  return (
    <ol className={classes['steps']}>
      {data.map((step, index) => (
        <li key={step.sequence} data-current={step.sequence === current || undefined} data-tone={lookOf(step.type).tone}>
          <Link
            from="/d/$domain/log"
            search={{ ...search, entry: step.sequence }}
            replace
            resetScroll={false}
            preload={false}
            aria-current={step.sequence === current ? 'step' : undefined}
          >
            <span>{describeEntry(step, users)}</span>
            <code>{step.type}</code>
          </Link>
          <time dateTime={step.time}>{index === 0 ? formatClock(step.time) : formatOffset(Date.parse(step.time) - start)}</time>
        </li>
      ))}
    </ol>
  );
}

function formatOffset(milliseconds: number): string {
  const isShort = milliseconds < 1000;
  const unit = isShort ? 'millisecond' : 'second';
  const value = isShort ? milliseconds : Math.round(milliseconds / 1000);
  return `+ ${new Intl.NumberFormat(i18n.locale, { style: 'unit', unit, unitDisplay: 'short' }).format(value)}`;
}
