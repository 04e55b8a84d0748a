import { lazy, Suspense, useEffect, useState } from 'react';
import { i18n } from '@lingui/core';
import { Button, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy, IconTerminal2 } from '@tabler/icons-react';
import { useShownRequest } from '../api/request-log.js';
import { buildCurl } from './curl.js';
import classes from './request-line.module.css';

const WholeRequest = lazy(() => import('./whole-request.js'));

/** The request behind the page: the one that "Save" will send, or the last one that was sent. Ctrl-. opens the whole of it. */
export function RequestLine() {
  const request = useShownRequest();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const toggle = (event: KeyboardEvent) => {
      if (event.key === '.' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        setOpen((open) => !open);
      }
    };
    window.addEventListener('keydown', toggle);
    return () => window.removeEventListener('keydown', toggle);
  }, []);
  if (!request) return <footer className={classes['line']} />;
  return (
    <footer className={classes['line']}>
      <button type="button" className={classes['request']} title={i18n.t('Show the whole request')} onClick={() => setOpen(true)}>
        <IconTerminal2 size={16} aria-hidden />
        <code>
          <b>{request.method}</b> <span>{request.path}</span>
        </code>
        {request.status !== undefined && (
          <span className={classes['status']}>
            <b data-failed={request.status >= 400 || request.status === 0 || undefined}>{request.status}</b>{' '}
            {i18n.t('in {milliseconds} ms', { milliseconds: request.milliseconds })}
          </span>
        )}
      </button>
      <CopyButton value={buildCurl(request, location.origin)} timeout={2000}>
        {({ copied, copy }) => (
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            leftSection={copied ? <IconCheck size={15} aria-hidden /> : <IconCopy size={15} aria-hidden />}
            onClick={copy}
          >
            {copied ? i18n.t('Copied') : i18n.t('Copy as curl')}
          </Button>
        )}
      </CopyButton>
      <Suspense>{isOpen && <WholeRequest request={request} onClose={() => setOpen(false)} />}</Suspense>
    </footer>
  );
}
