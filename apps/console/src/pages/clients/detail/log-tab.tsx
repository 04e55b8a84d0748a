import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Columns, Panel } from '../../../ui/panel.js';
import type { TabProps } from './tab-props.js';
import { clientQueries } from '../client-queries.js';
import { Loaded } from '../loaded.js';
import { LogRows } from './log-rows.js';
import rows from '../clients.module.css';

/** The last entries about the client. */
export function LogTab({ path }: TabProps) {
  const query = useQuery(clientQueries(path).log);
  return (
    <Columns>
      <Panel
        title={i18n.t('Last entries')}
        description={i18n.t('What operators changed, and what went wrong with its requests.')}
        flush
        action={
          <Link to="/d/$domain/log" params={{ domain: path.domain }} search={{ client: path.clientId }} className={rows['link']}>
            {i18n.t('Open log')}
          </Link>
        }
      >
        <Loaded query={query} what={i18n.t('The log')} height={400}>
          {({ data }) => <LogRows path={path} entries={data} />}
        </Loaded>
      </Panel>
    </Columns>
  );
}
