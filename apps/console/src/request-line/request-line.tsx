import { useEffect, useState } from 'react';
import { i18n } from '@lingui/core';
import { Button, CopyButton, Modal, SegmentedControl } from '@mantine/core';
import { IconCheck, IconCopy, IconTerminal2 } from '@tabler/icons-react';
import { useShownRequest, type ShownRequest } from '../api/request-log.js';
import { buildCurl, buildFetch } from './curl.js';
import classes from './request-line.module.css';

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
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={i18n.t('The request behind this page')} size="xl">
        {isOpen && <WholeRequest request={request} />}
      </Modal>
    </footer>
  );
}

function WholeRequest({ request }: { request: ShownRequest }) {
  const [language, setLanguage] = useState('curl');
  const code = language === 'curl' ? buildCurl(request, location.origin) : buildFetch(request, location.origin);
  return (
    <div className={classes['whole']}>
      <SegmentedControl data={['curl', 'fetch']} value={language} onChange={setLanguage} aria-label={i18n.t('Language')} />
      <pre tabIndex={0}>{code}</pre>
      <p>{i18n.t('The key is read from the environment. No page shows it.')}</p>
    </div>
  );
}
