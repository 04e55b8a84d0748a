import { Inject, Injectable } from '@nestjs/common';
import { mtlsHostPrefixOf, type ManagementSettings } from '@latchkey/config';
import { generateDnsLabel, generateSigningKey } from '@latchkey/crypto';
import { EXPIRY } from '@latchkey/oauth';
import { Database, DomainRepository, type Domain, type NameConflict, type NewDomain } from '@latchkey/persistence';
import { Problem } from '@latchkey/problem';
import { AuditLogService } from '../audit-event/audit-log.service.js';
import { SETTINGS } from '../settings/settings.module.js';
import { FIRST_ALGORITHM } from '../signing-key/key-schedule.js';
import { SigningKeyPublisher } from '../signing-key/signing-key-publisher.service.js';
import { MAX_VERIFIABLE_NAME_LENGTH } from '../domain-verification/dns-challenge.js';
import { OWNERSHIP_NOT_PROVED } from '../domain-verification/domain-verification.service.js';
import { findPrivateZone } from '../domain-verification/private-zone.js';
import { normalizeDomainName } from '../current-domain/normalize-domain-name.js';
import { findDomainNameViolation, findMtlsHostViolation, findSpecialUseViolation } from './domain-name.js';
import { findSandboxNameViolation, isInSandboxZone } from './sandbox-name.js';

const MAX_LIFETIME_SECONDS = Math.max(EXPIRY.accessToken, EXPIRY.idToken);

/** Registers domains. */
@Injectable()
export class DomainRegistrationService {
  constructor(
    @Inject(SETTINGS) private readonly settings: ManagementSettings,
    private readonly database: Database,
    private readonly domains: DomainRepository,
    private readonly signingKeys: SigningKeyPublisher,
    private readonly log: AuditLogService,
  ) {}

  /** Registers a domain under a random label of the sandbox zone. It is served immediately. */
  async registerRandom(subscriptionId: string): Promise<Domain> {
    for (;;) {
      const name = `${generateDnsLabel()}.${this.settings.SANDBOX_ZONE}`;
      const domain = await this.create(active({ subscriptionId, name, kind: 'sandbox' }));
      if (typeof domain !== 'string') return domain;
    }
  }

  /**
   * Registers a domain under a label of the sandbox zone that its operator has chosen. It is served immediately.
   * @throws Problem invalid-request, domain-exists, domain-unavailable
   */
  async registerChosen(subscriptionId: string, input: string): Promise<Domain> {
    return this.registerNamed(this.claim(subscriptionId, input));
  }

  /**
   * Registers a domain under the operator's own name. It is served immediately, or once its ownership is verified. Outside production it
   * can be `localhost`, which every program resolves and no one can own.
   *
   * @throws Problem invalid-request, domain-exists, domain-unavailable
   */
  async registerCustom(subscriptionId: string, input: string): Promise<Domain> {
    return this.registerNamed(this.claim(subscriptionId, input));
  }

  /** How a domain of this name is served: immediately, or once its ownership is verified. @throws Problem invalid-request */
  claim(subscriptionId: string, input: string): NewDomain {
    requireValidName(this.findNameViolation(input));
    const name = normalizeDomainName(input);
    if (isInSandboxZone(name, this.settings.SANDBOX_ZONE)) return active({ subscriptionId, name, kind: 'sandbox' });
    const claim = { subscriptionId, name, kind: 'custom' } as const;
    return this.mustProve(name) ? pending(claim) : active(claim);
  }

  /** @returns why no one can register a name, or null */
  findNameViolation(input: string): string | null {
    const name = normalizeDomainName(input);
    const { SANDBOX_ZONE } = this.settings;
    if (isInSandboxZone(name, SANDBOX_ZONE)) {
      return findSandboxNameViolation(name, SANDBOX_ZONE) ?? findMtlsHostViolation(name, mtlsHostPrefixOf(this.settings));
    }
    return this.isLocalhost(name) ? null : this.findCustomNameViolation(name);
  }

  private async registerNamed(values: NewDomain): Promise<Domain> {
    const { subscriptionId, name } = values;
    if (await this.isHeldByAnother(subscriptionId, name)) throw createDomainUnavailableProblem(name);
    // Runs before keys are generated, which a rejected request would waste.
    if (await this.domains.findByName(subscriptionId, name)) throw createDomainExistsProblem(name);
    const domain = await this.create(values);
    if (typeof domain !== 'string') return domain;
    throw (await this.domains.findByName(subscriptionId, name)) ? createDomainExistsProblem(name) : createDomainUnavailableProblem(name);
  }

  private findCustomNameViolation(name: string): string | null {
    const needsProof = this.mustProve(name);
    return (
      findDomainNameViolation(name) ??
      findMtlsHostViolation(name, mtlsHostPrefixOf(this.settings)) ??
      (needsProof && this.settings.production ? findSpecialUseViolation(name) : null) ??
      (needsProof ? createChallengeTooLongViolation(name) : null)
    );
  }

  private mustProve(name: string): boolean {
    return this.needsProof && !this.isLocalhost(name) && this.findPrivateZone(name) === null;
  }

  private isLocalhost(name: string): boolean {
    return !this.settings.production && name === 'localhost';
  }

  private findPrivateZone(name: string): string | null {
    return findPrivateZone(name, this.settings.PRIVATE_ZONES);
  }

  /** In development a custom domain is active immediately, unless a DNS target is configured. */
  private get needsProof(): boolean {
    const { production, DNS_PROVIDER, DNS_RESOLVERS } = this.settings;
    return production || DNS_PROVIDER !== 'none' || DNS_RESOLVERS !== undefined;
  }

  private async isHeldByAnother(subscriptionId: string, name: string): Promise<boolean> {
    const holder = await this.domains.findHolder(name);
    return holder !== null && holder.subscriptionId !== subscriptionId;
  }

  private async create(values: NewDomain): Promise<Domain | NameConflict> {
    const key = await generateSigningKey(FIRST_ALGORITHM);
    return this.database.transaction(async () => {
      const domain = await this.domains.create(values);
      if (typeof domain === 'string') return domain;
      await this.signingKeys.publishFirst(domain.id, key);
      await this.log.record(domain.id, { type: 'domain.created' });
      return domain;
    });
  }
}

type Reservation = Pick<NewDomain, 'subscriptionId' | 'name' | 'kind'>;

function active(claim: Reservation): NewDomain {
  return { ...claim, status: 'active', statusDetail: null, longestExpiry: MAX_LIFETIME_SECONDS, verifiedAt: new Date() };
}

function pending(claim: Reservation): NewDomain {
  return { ...claim, status: 'pending', statusDetail: OWNERSHIP_NOT_PROVED, longestExpiry: MAX_LIFETIME_SECONDS, verifiedAt: null };
}

function requireValidName(violation: string | null): void {
  if (violation === null) return;
  throw new Problem('invalid-request', 'This name cannot be registered.', { errors: [{ pointer: '/domain', detail: violation }] });
}

function createChallengeTooLongViolation(name: string): string | null {
  if (name.length <= MAX_VERIFIABLE_NAME_LENGTH) return null;
  return `must not exceed ${MAX_VERIFIABLE_NAME_LENGTH} characters, because the proof of ownership needs a name below it`;
}

function createDomainExistsProblem(name: string): Problem {
  return new Problem('domain-exists', `Your subscription already has ${name}, or its deletion has not ended yet.`);
}

function createDomainUnavailableProblem(name: string): Problem {
  return new Problem('domain-unavailable', `${name} is in use. If you own the name, ask its current user to delete it first.`);
}
