import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { ManagementSettings } from '@latchkey/config';
import { hashSecret } from '@latchkey/crypto';
import { LOGGER, type Logger } from '@latchkey/observability';
import { ApiKeyRepository, retryOutages, SubscriptionRepository } from '@latchkey/persistence';
import { OperatorError } from '@latchkey/server';
import { SETTINGS } from '../settings/settings.module.js';

const SUBSCRIPTION_NAME = 'bootstrap';
const KEY_NAME = 'BOOTSTRAP_API_KEY';

/** Accepts the key from the settings for the subscription `bootstrap`, and revokes the previous one. */
@Injectable()
export class BootstrapKeyService implements OnApplicationBootstrap {
  constructor(
    @Inject(SETTINGS) private readonly settings: ManagementSettings,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly subscriptions: SubscriptionRepository,
    private readonly keys: ApiKeyRepository,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { BOOTSTRAP_API_KEY: apiKey } = this.settings;
    if (apiKey === undefined) return;
    const admitted = await retryOutages(
      () => this.makeCurrent(hashSecret(apiKey)),
      (error) => this.logger.warn({ error }, 'waiting for the database'),
    );
    if (!admitted) throw new OperatorError(`${KEY_NAME}: belongs to another subscription; choose a new key`);
  }

  private async makeCurrent(hash: Buffer): Promise<boolean> {
    const subscription = (await this.subscriptions.create(SUBSCRIPTION_NAME)) ?? (await this.subscriptions.find(SUBSCRIPTION_NAME));
    return this.keys.replaceByName(subscription!.id, KEY_NAME, hash);
  }
}
