import { Inject, Injectable } from '@nestjs/common';
import type { ManagementSettings } from '@latchkey/config';
import { Encryptor, randomId } from '@latchkey/crypto';
import { DeliveryFailure, messageContext, decryptMessage } from '@latchkey/message';
import { LOGGER, Metrics, type Logger } from '@latchkey/observability';
import { MessageRepository, retryOutages, type LeasedMessage, type MessageKey, type MessageLease } from '@latchkey/persistence';
import { SETTINGS } from '../settings/settings.module.js';
import { MessageSenderService } from './message-sender.service.js';
import { computeRetryDelaySeconds } from './retry-delay.js';

/** Duration of a lease in seconds, longer than the maximum duration of a send. */
const LEASE_SECONDS = 60;

/** How often recording the outcome is tried, one second apart. By then, unresponsive connections have been replaced. */
const OUTCOME_ATTEMPTS = 10;

/**
 * Sends messages. One of any number of workers makes an attempt, which counts from its start, so a worker that dies costs a minute. Only
 * the server's response shows whether an attempt succeeded. No attempt sends twice, and a message arrives twice only if the server accepted
 * it and the response was lost.
 */
@Injectable()
export class MessageDeliveryService {
  private readonly encryptor: Encryptor;

  constructor(
    @Inject(SETTINGS) { MASTER_KEY }: ManagementSettings,
    private readonly messages: MessageRepository,
    private readonly senders: MessageSenderService,
    private readonly metrics: Metrics,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.encryptor = new Encryptor(MASTER_KEY);
  }

  /** Makes an attempt if one is due. @throws DeliveryFailure if it will be retried */
  async attempt(key: MessageKey): Promise<void> {
    const lease = { ...key, leaseId: randomId() };
    let leased: LeasedMessage | null = null;
    try {
      leased = await this.messages.lease(lease, LEASE_SECONDS);
      if (leased) await this.send(lease, leased);
    } catch (error) {
      // The database may have leased the message although its answer was lost.
      await this.postpone(lease, leased, error);
      throw error;
    }
  }

  private async send(key: MessageKey, { channel, encrypted }: LeasedMessage): Promise<void> {
    const message = decryptMessage(this.encryptor, encrypted, messageContext(key.domainId, key.id));
    try {
      await this.senders.send(key, channel, message);
    } catch (error) {
      if (!(error instanceof DeliveryFailure) || !error.permanent) throw error;
      await this.write(() => this.messages.finish(key, 'failed'));
      this.metrics.messages.inc({ channel, outcome: 'refused' });
      this.logger.warn({ domain: key.domainId, messageId: key.id, channel, reason: error.message }, 'message not sent');
      return;
    }
    await this.write(() => this.messages.finish(key, 'sent'));
    this.metrics.messages.inc({ channel, outcome: 'sent' });
  }

  private async postpone(lease: MessageLease, leased: LeasedMessage | null, error: unknown): Promise<void> {
    if (leased) this.metrics.messages.inc({ channel: leased.channel, outcome: 'failed' });
    const retryAfter = error instanceof DeliveryFailure ? error.retryAfter : null;
    const delaySeconds = computeRetryDelaySeconds(leased?.attempts ?? 1, retryAfter, Math.random());
    await this.write(() => this.messages.postpone(lease, delaySeconds));
  }

  private write(outcome: () => Promise<void>): Promise<void> {
    return retryOutages(outcome, (error) => this.logger.warn({ error }, 'waiting for the database'), OUTCOME_ATTEMPTS);
  }
}
