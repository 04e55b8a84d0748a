import type { AuthSettings } from '@latchkey/config';
import type { Channel } from '@latchkey/persistence';

type ChannelSettings = Pick<AuthSettings, 'production' | 'outbox' | 'SMTP_URL' | 'SMS_PROVIDER'>;

/** Whether a channel can send messages. Production always has a mail server; development falls back to the outbox. */
export function isChannelAvailable({ production, outbox, SMTP_URL, SMS_PROVIDER }: ChannelSettings, channel: Channel): boolean {
  return outbox || (channel === 'email' ? production || SMTP_URL !== undefined : SMS_PROVIDER !== 'none');
}
