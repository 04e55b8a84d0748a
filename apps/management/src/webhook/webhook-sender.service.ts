import { Inject, Injectable } from '@nestjs/common';
import type { ManagementSettings } from '@latchkey/config';
import { Encryptor, signWebhook, webhookKeyContext, webhookSecretContext } from '@latchkey/crypto';
import type { DeliveryAttempt, LeasedWebhook } from '@latchkey/persistence';
import { DeliveryClient } from '../delivery/delivery.client.js';
import { SETTINGS } from '../settings/settings.module.js';
import type { LoadedDelivery } from './webhook-event.service.js';

const EVENT_GONE = 'The event is no longer in the log.';

/** Posts events to webhooks by the Standard Webhooks specification. */
@Injectable()
export class WebhookSenderService {
  private readonly encryptor: Encryptor;

  constructor(
    @Inject(SETTINGS) settings: ManagementSettings,
    private readonly client: DeliveryClient,
  ) {
    this.encryptor = new Encryptor(settings.MASTER_KEY);
  }

  /** Makes one attempt. @returns how it ended; it never throws because of the receiver */
  async send(webhook: LeasedWebhook, { delivery: { id }, event, trace }: LoadedDelivery): Promise<DeliveryAttempt> {
    if (!event) return { responseStatus: null, durationMs: 0, error: EVENT_GONE, retryAfter: null };
    const body = JSON.stringify(event);
    const { url, domainId: owner } = webhook;
    return this.client.attempt({
      name: 'deliver webhook',
      trace,
      send: (safeFetch) => safeFetch.notify(url, { method: 'POST', headers: this.createHeaders(webhook, id, body), body, owner }),
      isTaken: (status) => status >= 200 && status <= 299,
    });
  }

  private createHeaders({ domainId, id: webhookId, ...webhook }: LeasedWebhook, id: string, body: string): Record<string, string> {
    const timestamp = Math.floor(Date.now() / 1_000);
    const encrypted = [webhook.secret, ...(webhook.previousSecret ? [webhook.previousSecret] : [])];
    const secrets = encrypted.map((secret) => this.encryptor.decrypt(secret, webhookSecretContext(domainId, webhookId)));
    const privateKey = this.encryptor.decrypt(webhook.privateKey, webhookKeyContext(domainId, webhookId));
    return {
      'Content-Type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signWebhook({ secrets, privateKey }, { id, timestamp, body }),
    };
  }
}
