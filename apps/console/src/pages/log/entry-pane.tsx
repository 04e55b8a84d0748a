import { useEffect, useRef } from 'react';
import { i18n } from '@lingui/core';
import { ActionIcon, Skeleton } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import { LoadFailed } from '../../ui/load-failed.js';
import { EntryFacts } from './entry-facts.js';
import { EntryProof } from './entry-proof.js';
import { EntryStory } from './entry-story.js';
import { formatExact, timeZone } from './log-rows.js';
import type { LogSearch } from './log-search.js';
import { describeEntry } from '../../events/sentence.js';
import { EntryJson } from './entry-json.js';
import type { LogEntry } from '../../events/log-entry.js';
import classes from './entry-pane.module.css';

interface EntryPaneProps {
  domain: string;
  entry: LogEntry | undefined;
  /** How the entry was read, if it is not part of the list. */
  opened: { isMissing: boolean; error: Error | null; retry: () => unknown };
  users: ReadonlyMap<string, string>;
  search: LogSearch;
  onStep: (by: number) => void;
  onClose: () => void;
}

/** Everything about one entry: a sentence, facts, its whole story, JSON and proof. */
export function EntryPane({ domain, entry, opened, users, search, onStep, onClose }: EntryPaneProps) {
  const pane = useRef<HTMLElement>(null);
  const sequence = search.entry;
  useEffect(() => {
    pane.current?.scrollTo({ top: 0 });
    if (window.innerWidth < 1024) pane.current?.focus();
  }, [sequence]);
  return (
    <aside ref={pane} className={classes['pane']} tabIndex={-1} aria-label={i18n.t('Entry {sequence}', { sequence })}>
      <header className={classes['head']}>
        <div className={classes['tools']}>
          <code>{entry ? `${entry.type} · ${entry.sequence}` : sequence}</code>
          <ActionIcon variant="subtle" color="gray" aria-label={i18n.t('Previous entry')} onClick={() => onStep(-1)}>
            <IconChevronUp size={17} stroke={1.6} aria-hidden />
          </ActionIcon>
          <ActionIcon variant="subtle" color="gray" aria-label={i18n.t('Next entry')} onClick={() => onStep(1)}>
            <IconChevronDown size={17} stroke={1.6} aria-hidden />
          </ActionIcon>
          <ActionIcon variant="subtle" color="gray" aria-label={i18n.t('Close')} onClick={onClose}>
            <IconX size={17} stroke={1.6} aria-hidden />
          </ActionIcon>
        </div>
        {entry && (
          <div aria-live="polite">
            <h2>
              <bdi>{describeEntry(entry, users)}</bdi>
            </h2>
            <p>
              <time dateTime={entry.time}>{formatExact(entry.time)}</time> · {i18n.t('{zone} time', { zone: timeZone() })}
            </p>
          </div>
        )}
      </header>
      {entry ? (
        <div className={classes['body']}>
          <div>
            <EntryFacts domain={domain} entry={entry} users={users} />
            <EntryJson entry={entry} />
          </div>
          <div>
            <EntryStory domain={domain} entry={entry} users={users} search={search} />
            <EntryProof entry={entry} />
          </div>
        </div>
      ) : (
        <div className={classes['body']}>
          <Unloaded {...opened} />
        </div>
      )}
    </aside>
  );
}

function Unloaded({ isMissing, error, retry }: EntryPaneProps['opened']) {
  if (error) return <LoadFailed what={i18n.t('The entry')} error={error} onRetry={() => void retry()} />;
  if (isMissing) return <p>{i18n.t('There is no such entry, or it is older than the log is kept.')}</p>;
  return <Skeleton height={220} />;
}
