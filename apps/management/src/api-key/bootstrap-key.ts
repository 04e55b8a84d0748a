import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { ManagementSettings } from '@latchkey/config';
import { hashSecret } from '@latchkey/crypto';
import { ApiKeyRepository, SubscriptionRepository } from '@latchkey/persistence';
import { OperatorError } from '@latchkey/server';
import { SETTINGS } from '../settings/settings.module.js';

const SUBSCRIPTION = 'bootstrap';
const KEY_NAME = 'BOOTSTRAP_API_KEY';

/** Makes the key of the settings acceptable, for a subscription of its own; one that the settings named before is so no longer. */
@Injectable()
export class BootstrapKey implements OnApplicationBootstrap {
  constructor(
    @Inject(SETTINGS) private readonly settings: ManagementSettings,
    private readonly subscriptions: SubscriptionRepository,
    private readonly keys: ApiKeyRepository,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { BOOTSTRAP_API_KEY: apiKey } = this.settings;
    if (apiKey === undefined) return;
    const subscription = (await this.subscriptions.create(SUBSCRIPTION)) ?? (await this.subscriptions.find(SUBSCRIPTION));
    const admitted = await this.keys.admitOnly(subscription!.id, KEY_NAME, hashSecret(apiKey));
    if (!admitted) throw new OperatorError(`${KEY_NAME}: is a key of another subscription; choose a new one`);
  }
}
