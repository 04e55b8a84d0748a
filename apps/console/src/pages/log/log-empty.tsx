import { i18n } from '@lingui/core';
import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { Notice } from '../../ui/notice.js';
import { Toolbar } from '../../ui/toolbar.js';
import { FILTER_NAMES, type LogChange, type LogSearch } from './log-search.js';

/** No entry: because of the filters, or because nothing happened yet. */
export function LogEmpty({ search, hasFilter, onChange }: { search: LogSearch; hasFilter: boolean; onChange: (next: LogChange) => void }) {
  const clear = () => onChange(Object.fromEntries(FILTER_NAMES.map((name) => [name, undefined])));
  const filters = FILTER_NAMES.flatMap((name) => (search[name] === undefined ? [] : [`${name}=${search[name]}`])).join(' ');
  return (
    <Toolbar>
      {hasFilter ? (
        <Notice icon={IconHistory} title={i18n.t('No entry matches these filters')}>
          <p>
            <code>{filters}</code>
          </p>
          <Button variant="default" onClick={clear}>
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
