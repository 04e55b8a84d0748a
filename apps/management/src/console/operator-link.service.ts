import { Inject, Injectable } from '@nestjs/common';
import { authUrlOf, type ManagementSettings } from '@latchkey/config';
import { DomainRepository, SubscriptionRepository } from '@latchkey/persistence';
import { OperatorError } from '@latchkey/server';
import { MAGIC_LINK_LIFETIME_SECONDS, MagicLinkService } from '../magic-link/magic-link.service.js';
import { SETTINGS } from '../settings/settings.module.js';
import { CONSOLE_PATHS } from './console-client.js';
import { FIRST_OPERATOR, FirstOperatorService, type OperatorRealm } from './first-operator.service.js';

/** A link that works once. */
export interface OperatorLink {
  subscription: string;
  operator: string;
  link: string;
  expiresInSeconds: number;
}

/** Signs the first operator of a subscription in to the console, before anyone has a passkey. */
@Injectable()
export class OperatorLinkService {
  constructor(
    @Inject(SETTINGS) private readonly settings: ManagementSettings,
    private readonly domains: DomainRepository,
    private readonly subscriptions: SubscriptionRepository,
    private readonly firstOperators: FirstOperatorService,
    private readonly links: MagicLinkService,
  ) {}

  /**
   * Creates a magic link that ends at the console, where the session of the operator answers its authorization request.
   *
   * @throws OperatorError if there is no such subscription, or operators sign in elsewhere than at a domain of this installation
   * @throws Problem user-cannot-sign-in if the user is not active
   */
  async create(name: string): Promise<OperatorLink> {
    const realm = await this.findRealm();
    const subscription = await this.subscriptions.find(name);
    if (!subscription) throw new OperatorError(`there is no subscription named ${name}; subscription list shows all`);
    const sub = await this.firstOperators.ensure(subscription, realm);
    const redirectUri = `${this.settings.MANAGEMENT_URL}${CONSOLE_PATHS.home}`;
    const token = await this.links.create(realm.domain, sub, { redirectUri });
    return {
      subscription: name,
      operator: FIRST_OPERATOR,
      link: `${realm.issuer}/connect/magiclink?token=${token}`,
      expiresInSeconds: MAGIC_LINK_LIFETIME_SECONDS,
    };
  }

  private async findRealm(): Promise<OperatorRealm> {
    const { MANAGEMENT_ISSUERS: issuers } = this.settings;
    const [issuer] = issuers;
    if (issuer === undefined) throw new OperatorError('MANAGEMENT_ISSUERS: is required: the issuer at which operators sign in');
    const name = new URL(issuer).hostname;
    const domain = authUrlOf(this.settings, name) === issuer ? await this.domains.findHolder(name) : null;
    if (domain) return { domain, issuer, issuers };
    const remedy = 'add the first operator with PUT /v1/operator/owner and an API key';
    throw new OperatorError(`MANAGEMENT_ISSUERS: ${issuer} is no domain of this installation, so it needs no link from here: ${remedy}`);
  }
}
