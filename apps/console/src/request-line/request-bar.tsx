import { lazy, Suspense } from 'react';
import { i18n } from '@lingui/core';
import { Button, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy, IconTerminal2 } from '@tabler/icons-react';
import type { ShownRequest } from '../api/request-log.js';
import { buildCurl } from './curl.js';
import classes from './request-line.module.css';

const WholeRequest = lazy(() => import('./whole-request.js'));

interface RequestBarProps {
  request: ShownRequest;
  /** Whether the whole of it is shown. */
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
}

/** A request in one line, to open and to copy. */
export function RequestBar({ request, isOpen, onOpen }: RequestBarProps) {
  return (
    <>
      <button type="button" className={classes['request']} title={i18n.t('Show the whole request')} onClick={() => onOpen(true)}>
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
      <Suspense>{isOpen && <WholeRequest request={request} onClose={() => onOpen(false)} />}</Suspense>
    </>
  );
}
