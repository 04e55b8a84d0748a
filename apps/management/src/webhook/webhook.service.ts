import { Inject, Injectable } from '@nestjs/common';
import type { ManagementSettings } from '@latchkey/config';
import {
  Encryptor,
  formatWebhookSecret,
  newWebhookKeyPair,
  newWebhookSecret,
  randomId,
  webhookKeyContext,
  webhookSecretContext,
} from '@latchkey/crypto';
import { WebhookRepository, type Domain, type Precondition, type Webhook, type WebhookConfiguration } from '@latchkey/persistence';
import { Problem } from '@latchkey/problem';
import { AuditLogService } from '../audit-event/audit-log.service.js';
import { SETTINGS } from '../settings/settings.module.js';
import { WebhookChangeService, type WebhookPath } from './webhook-change.service.js';

export const MAX_WEBHOOKS = 50;
const PROPERTIES = ['url', 'eventTypes', 'enabled', 'description'] as const;

/** The webhooks of a domain. */
@Injectable()
export class WebhookService {
  private readonly encryptor: Encryptor;

  constructor(
    @Inject(SETTINGS) settings: ManagementSettings,
    private readonly webhooks: WebhookRepository,
    private readonly changes: WebhookChangeService,
    private readonly log: AuditLogService,
  ) {
    this.encryptor = new Encryptor(settings.MASTER_KEY);
  }

  list(domain: Domain): Promise<Webhook[]> {
    return this.webhooks.list(domain.id);
  }

  /** @throws Problem webhook-not-found */
  get(path: WebhookPath): Promise<Webhook> {
    return this.changes.get(path);
  }

  /** Creates a webhook under an id that is not taken, which gets the events from now on. @throws Problem domain-not-found, webhook-conflict */
  create(domain: Domain, configuration: WebhookConfiguration, id = randomId()): Promise<{ webhook: Webhook; secret: string }> {
    const [secret, { privateKey, publicKey }] = [newWebhookSecret(), newWebhookKeyPair()];
    // One at a time, because they are counted.
    return this.changes.changeAlone(domain, async () => {
      if ((await this.webhooks.count(domain.id)) >= MAX_WEBHOOKS) throw createTooManyProblem();
      // Logged first, so that the webhook does not get the event of its own creation.
      await this.log.record(domain.id, { type: 'webhook.created', data: { webhook: id } });
      const keys = {
        secret: this.encryptor.encrypt(secret, webhookSecretContext(domain.id, id)),
        privateKey: this.encryptor.encrypt(privateKey, webhookKeyContext(domain.id, id)),
        publicKey,
      };
      const webhook = await this.webhooks.create({ domainId: domain.id, id, ...configuration, ...keys });
      return { webhook, secret: formatWebhookSecret(secret) };
    });
  }

  /**
   * Replaces the configuration. An enabled webhook gets its pending events, whatever has failed before.
   *
   * @throws Problem domain-not-found, webhook-not-found, precondition-failed
   */
  async replace(path: WebhookPath, configuration: WebhookConfiguration, precondition: Precondition<Webhook>): Promise<void> {
    await this.changes.change(path, async (webhook) => {
      await precondition(webhook);
      const changed = PROPERTIES.filter((property) => String(webhook[property]) !== String(configuration[property]));
      if (changed.length === 0) return;
      await this.webhooks.replace(webhook, configuration);
      await this.log.record(webhook.domainId, { type: 'webhook.updated', data: { webhook: webhook.id, changed } });
    });
  }

  /** Creates a new secret. The previous one also signs for 24 hours. @throws Problem domain-not-found, webhook-not-found */
  replaceSecret(path: WebhookPath): Promise<string> {
    const secret = newWebhookSecret();
    return this.changes.change(path, async (webhook) => {
      const context = webhookSecretContext(webhook.domainId, webhook.id);
      await this.webhooks.replaceSecret(webhook, this.encryptor.encrypt(secret, context));
      await this.log.record(webhook.domainId, { type: 'webhook.secret.rotated', data: { webhook: webhook.id } });
      return formatWebhookSecret(secret);
    });
  }

  /** Removes a webhook with its deliveries. @throws Problem domain-not-found, webhook-not-found, precondition-failed */
  async delete(path: WebhookPath, precondition: Precondition<Webhook>): Promise<void> {
    await this.changes.change(path, async (webhook) => {
      await precondition(webhook);
      await this.webhooks.delete(webhook);
      await this.log.record(webhook.domainId, { type: 'webhook.deleted', data: { webhook: webhook.id } });
    });
  }
}

function createTooManyProblem(): Problem {
  return new Problem('webhook-conflict', `The domain has the maximum of ${MAX_WEBHOOKS} webhooks. Delete one first.`);
}
