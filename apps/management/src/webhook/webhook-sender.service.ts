import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { ManagementSettings } from '@latchkey/config';
import { Encryptor, signWebhook, webhookKeyContext, webhookSecretContext } from '@latchkey/crypto';
import { SafeFetchClient, findSafeFetchError } from '@latchkey/outgoing';
import type { LeasedWebhook, WebhookAttempt } from '@latchkey/persistence';
import { performance } from 'node:perf_hooks';
import { SETTINGS } from '../settings/settings.module.js';
import type { WebhookEvent } from './webhook-event.js';

/** For a whole request, from the name resolution to the status. */
const ATTEMPT_TIMEOUT_MS = 5_000;
const EVENT_GONE = 'The event is no longer in the log.';

/** Posts events to webhooks, by the Standard Webhooks specification. */
@Injectable()
export class WebhookSenderService implements OnApplicationShutdown {
  private readonly encryptor: Encryptor;
  private readonly safeFetch: SafeFetchClient;

  constructor(@Inject(SETTINGS) settings: ManagementSettings) {
    this.encryptor = new Encryptor(settings.MASTER_KEY);
    this.safeFetch = new SafeFetchClient({ production: settings.production, timeout: ATTEMPT_TIMEOUT_MS });
  }

  /** Makes one attempt. @param event null if it is gone @returns how it ended; it never throws because of the receiver */
  async send(webhook: LeasedWebhook, id: string, event: WebhookEvent | null): Promise<WebhookAttempt> {
    if (!event) return { responseStatus: null, durationMs: 0, error: EVENT_GONE };
    const startedAt = performance.now();
    const measure = (): number => Math.round(performance.now() - startedAt);
    try {
      const responseStatus = await this.post(webhook, id, JSON.stringify(event));
      const isTaken = responseStatus >= 200 && responseStatus <= 299;
      return { responseStatus, durationMs: measure(), error: isTaken ? null : `The receiver answered with the status ${responseStatus}.` };
    } catch (error) {
      const failure = findSafeFetchError(error);
      if (!failure) throw error;
      return { responseStatus: null, durationMs: measure(), error: `The receiver ${failure.message}.` };
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.safeFetch.close();
  }

  private post({ domainId, id: webhookId, url, ...webhook }: LeasedWebhook, id: string, body: string): Promise<number> {
    const timestamp = Math.floor(Date.now() / 1_000);
    const encrypted = [webhook.secret, ...(webhook.previousSecret ? [webhook.previousSecret] : [])];
    const secrets = encrypted.map((secret) => this.encryptor.decrypt(secret, webhookSecretContext(domainId, webhookId)));
    const privateKey = this.encryptor.decrypt(webhook.privateKey, webhookKeyContext(domainId, webhookId));
    const headers = {
      'Content-Type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signWebhook({ secrets, privateKey }, { id, timestamp, body }),
    };
    return this.safeFetch.notify(url, { method: 'POST', headers, body, owner: domainId });
  }
}
