import { i18n } from '@lingui/core';
import { CopyButton } from '../../ui/copy-button.js';
import type { LogEntry } from '../../events/log-entry.js';
import classes from './entry-pane.module.css';

/** The entry as the API gives it. */
export function EntryJson({ entry }: { entry: LogEntry }) {
  const json = JSON.stringify(entry, null, 2);
  return (
    <details className={classes['json']}>
      <summary>{i18n.t('JSON')}</summary>
      <div>
        <CopyButton value={json} label={i18n.t('Copy the JSON')} />
        <pre tabIndex={0}>{json}</pre>
      </div>
    </details>
  );
}
