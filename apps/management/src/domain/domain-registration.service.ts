import { Inject, Injectable } from '@nestjs/common';
import type { ManagementSettings } from '@latchkey/config';
import { generateSigningKey, randomLabel } from '@latchkey/crypto';
import { EXPIRY } from '@latchkey/oauth';
import { Database, DomainRepository, type Domain, type NameConflict, type NewDomain } from '@latchkey/persistence';
import { Problem } from '@latchkey/problem';
import { LogService } from '../log/log.service.js';
import { SETTINGS } from '../settings/settings.module.js';
import { SigningKeyService } from '../signing-key/signing-key.service.js';
import { LONGEST_PROVABLE_NAME } from '../verification/proof.js';
import { NOT_PROVED } from '../verification/verification.service.js';
import { domainNameFault, normalizeDomainName, specialUseFault } from './domain-name.js';

const LONGEST_LIFETIME = Math.max(EXPIRY.accessToken, EXPIRY.idToken);

/** How domains come to be. */
@Injectable()
export class DomainRegistrationService {
  constructor(
    @Inject(SETTINGS) private readonly settings: ManagementSettings,
    private readonly database: Database,
    private readonly domains: DomainRepository,
    private readonly signingKeys: SigningKeyService,
    private readonly log: LogService,
  ) {}

  /** Registers a domain under a random label of the sandbox zone. It serves at once. */
  async registerSandbox(subscriptionId: string): Promise<Domain> {
    for (;;) {
      const name = `${randomLabel()}.${this.settings.SANDBOX_ZONE}`;
      const domain = await this.create(active({ subscriptionId, name, kind: 'sandbox' }));
      if (typeof domain !== 'string') return domain;
    }
  }

  /**
   * Registers a domain under a name of the operator's. Where a proof is needed, it serves once its ownership is proved.
   * @throws Problem invalid-request, domain-exists, domain-unavailable
   */
  async registerCustom(subscriptionId: string, input: string): Promise<Domain> {
    const name = normalizeDomainName(input);
    const { production, SANDBOX_ZONE } = this.settings;
    const fault =
      domainNameFault(name, SANDBOX_ZONE) ?? (production ? specialUseFault(name) : null) ?? (this.needsProof ? proofFault(name) : null);
    if (fault) {
      throw new Problem('invalid-request', 'This name cannot be registered.', { errors: [{ pointer: '/domain', detail: fault }] });
    }
    if (await this.isHeldByAnother(subscriptionId, name)) throw domainUnavailable(name);
    const claim = { subscriptionId, name, kind: 'custom' } as const;
    const domain = await this.create(this.needsProof ? pending(claim) : active(claim));
    if (typeof domain !== 'string') return domain;
    throw (await this.domains.findClaim(subscriptionId, name)) ? domainExists(name) : domainUnavailable(name);
  }

  /** In development a name is its claimer's at once, unless the start is told of a DNS that can be asked. */
  private get needsProof(): boolean {
    const { production, DNS_PROVIDER, DNS_RESOLVERS } = this.settings;
    return production || DNS_PROVIDER !== 'none' || DNS_RESOLVERS !== undefined;
  }

  private async isHeldByAnother(subscriptionId: string, name: string): Promise<boolean> {
    const holder = await this.domains.findHolder(name);
    return holder !== null && holder.subscriptionId !== subscriptionId;
  }

  private async create(values: NewDomain): Promise<Domain | NameConflict> {
    const key = await generateSigningKey('ES256');
    return this.database.transaction(async () => {
      const domain = await this.domains.create(values);
      if (typeof domain === 'string') return domain;
      await this.signingKeys.createFirst(domain.id, key);
      await this.log.record(domain.id, { operation: 'domain.register' });
      return domain;
    });
  }
}

type Claim = Pick<NewDomain, 'subscriptionId' | 'name' | 'kind'>;

function active(claim: Claim): NewDomain {
  return { ...claim, status: 'active', statusDetail: null, longestExpiry: LONGEST_LIFETIME, verifiedAt: new Date() };
}

function pending(claim: Claim): NewDomain {
  return { ...claim, status: 'pending', statusDetail: NOT_PROVED, longestExpiry: LONGEST_LIFETIME, verifiedAt: null };
}

function proofFault(name: string): string | null {
  if (name.length <= LONGEST_PROVABLE_NAME) return null;
  return `must have at most ${LONGEST_PROVABLE_NAME} characters, since the proof that it is yours has to stand below it`;
}

function domainExists(name: string): Problem {
  return new Problem('domain-exists', `Your subscription has ${name} already, or its deletion has not ended yet.`);
}

function domainUnavailable(name: string): Problem {
  return new Problem('domain-unavailable', `${name} is in use. If it is yours, have its present user delete it first.`);
}
