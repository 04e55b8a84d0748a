import { i18n } from '@lingui/core';
import type { components } from '@latchkey/api-client';
import { message } from '../../messages/message.js';
import { Status, type Tone } from '../../ui/status.js';

export type SignalStream = components['schemas']['SignalStreamResponse'];
export type StreamState = SignalStream['status'];

const STATES: Record<StreamState, [Tone, string]> = {
  enabled: ['success', message('Sending')],
  paused: ['waiting', message('Paused')],
  disabled: ['neutral', message('Disabled')],
};

/** Whether events are sent, and if not, why. */
export function StreamStatus({ stream, isBrief = false }: { stream: SignalStream; isBrief?: boolean }) {
  const { status, reason, failures, failingSince } = stream;
  if (status === 'enabled' && failures > 0 && failingSince !== null) {
    return (
      <Status
        tone="danger"
        detail={isBrief ? null : i18n.t('{count, plural, one {# push failed} other {# pushes failed}}', { count: failures })}
      >
        {i18n.t('Failing')}
      </Status>
    );
  }
  const [tone, word] = STATES[status];
  return (
    <Status tone={tone} detail={isBrief ? null : reason}>
      {i18n.t(word)}
    </Status>
  );
}

/** The last part of an event type's URI, by which people know it. */
export const shortTypeOf = (uri: string) => uri.split('/').at(-1) ?? uri;

/** How events reach the receiver. */
export function deliveryOf({ deliveryMethod }: SignalStream): string {
  return deliveryMethod === 'push' ? i18n.t('Push') : i18n.t('Poll');
}
