import { i18n } from '@lingui/core';
import { message } from '../messages/message.js';
import { Status, type Tone } from './status.js';

const WORDS: Record<string, [Tone, string]> = {
  pending: ['waiting', message('Waiting for DNS')],
  active: ['success', message('Active')],
  degraded: ['danger', message('DNS lost')],
  failed: ['danger', message('Not verified')],
  deleting: ['neutral', message('Deleting')],
};

/** The state of a domain in words. */
export function DomainStatus({ status, detail }: { status: string; detail?: string | null | undefined }) {
  const [tone, word] = WORDS[status] ?? ['neutral', status];
  return (
    <Status tone={tone} detail={detail}>
      {i18n.t(word)}
    </Status>
  );
}
