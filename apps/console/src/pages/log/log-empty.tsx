import { i18n } from '@lingui/core';
import { Button } from '@mantine/core';
import { IconFilterX, IconHistory } from '@tabler/icons-react';
import { ApiProblem } from '../../api/problem.js';
import { LoadFailed } from '../../ui/load-failed.js';
import { Notice } from '../../ui/notice.js';
import { Toolbar } from '../../ui/toolbar.js';
import { FILTER_NAMES, type LogChange, type LogSearch } from './log-search.js';

const NO_FILTERS: LogChange = Object.fromEntries(FILTER_NAMES.map((name) => [name, undefined]));

/** No entry: because of the filters, or because nothing happened yet. */
export function LogEmpty({ search, hasFilter, onChange }: { search: LogSearch; hasFilter: boolean; onChange: (next: LogChange) => void }) {
  const filters = FILTER_NAMES.flatMap((name) => (search[name] === undefined ? [] : [`${name}=${search[name]}`])).join(' ');
  return (
    <Toolbar>
      {hasFilter ? (
        <Notice icon={IconHistory} title={i18n.t('No entry matches these filters')}>
          <p>
            <code>{filters}</code>
          </p>
          <Button variant="default" onClick={() => onChange(NO_FILTERS)}>
            {i18n.t('Clear filters')}
          </Button>
        </Notice>
      ) : (
        <Notice icon={IconHistory} title={i18n.t('Nothing has happened yet')}>
          <p>{i18n.t('Each change, each sign-in and each failed one is written here, in a chain that shows if someone alters it.')}</p>
        </Notice>
      )}
    </Toolbar>
  );
}

interface LogFailedProps {
  error: Error;
  onRetry: () => void;
  onChange: (next: LogChange) => void;
}

/** The log did not load: often because a filter of the URL has no valid value. */
export function LogFailed({ error, onRetry, onChange }: LogFailedProps) {
  const violations = error instanceof ApiProblem && error.status === 400 ? error.violations : [];
  return (
    <Toolbar>
      {violations.length > 0 ? (
        <Notice icon={IconFilterX} tone="danger" title={i18n.t('A filter is not valid')}>
          {violations.map(({ pointer, detail }) => (
            <p key={pointer + detail}>
              <code>{pointer}</code> {detail}
            </p>
          ))}
          <Button variant="default" onClick={() => onChange(NO_FILTERS)}>
            {i18n.t('Clear filters')}
          </Button>
        </Notice>
      ) : (
        <LoadFailed what={i18n.t('The log')} error={error} onRetry={onRetry} />
      )}
    </Toolbar>
  );
}
