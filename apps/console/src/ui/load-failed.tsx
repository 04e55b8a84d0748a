import { i18n } from '@lingui/core';
import { Button, Group } from '@mantine/core';
import { IconLock, IconPlugConnectedX, IconRefresh, IconZoomQuestion } from '@tabler/icons-react';
import { ApiProblem } from '../api/problem.js';
import { CopyButton } from './copy-button.js';
import { Notice } from './notice.js';

/** Replaces content that did not load: tells what happened, what helps, and the id of the request. */
export function LoadFailed({ what, error, onRetry }: { what: string; error: Error; onRetry: () => void }) {
  const problem = error instanceof ApiProblem ? error : null;
  if (problem?.status === 404) {
    return (
      <Notice icon={IconZoomQuestion} title={i18n.t('{what} was not found', { what })}>
        <p>{i18n.t('It was deleted or never was.')}</p>
      </Notice>
    );
  }
  if (problem?.status === 403) {
    return (
      <Notice icon={IconLock} title={i18n.t('You may not read this')}>
        <p>{problem.message}</p>
      </Notice>
    );
  }
  return (
    <Notice icon={IconPlugConnectedX} tone="danger" title={i18n.t('{what} did not load', { what })}>
      <p>{error.message}</p>
      <Group gap="sm">
        <Button variant="default" leftSection={<IconRefresh size={16} aria-hidden />} onClick={onRetry}>
          {i18n.t('Try again now')}
        </Button>
        {problem?.requestId && (
          <>
            <code>
              {problem.status} · {problem.requestId}
            </code>
            <CopyButton value={problem.requestId} label={i18n.t('Copy the id of the request')} />
          </>
        )}
      </Group>
    </Notice>
  );
}
