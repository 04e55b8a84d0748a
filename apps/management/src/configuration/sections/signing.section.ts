import { Injectable } from '@nestjs/common';
import type { SigningAlgorithm } from '@latchkey/crypto';
import { DomainRepository, type Domain } from '@latchkey/persistence';
import { parseBody } from '../../http/parse-body.js';
import { DomainSigningRequest } from '../../signing/signing.dto.js';
import { DEFAULTS, DomainSigningService, type DomainSigning } from '../../signing/domain-signing.service.js';
import { NO_SECRETS, type Section, type SectionChange } from '../section.js';

/** The algorithms that sign the tokens of a domain. */
@Injectable()
export class SigningSection implements Section<DomainSigning> {
  readonly name = 'signing';
  readonly permission = 'domain';

  constructor(
    private readonly domains: DomainRepository,
    private readonly signing: DomainSigningService,
  ) {}

  /** Reads the domain again, because another request may have changed it since this one began. */
  async read(domain: Domain): Promise<DomainSigning> {
    return this.signing.get((await this.domains.find(domain.id)) ?? domain);
  }

  async parse(_domain: Domain, value: unknown): Promise<DomainSigning> {
    const { idToken, accessToken } = { ...DEFAULTS, ...(await parseBody(DomainSigningRequest, value)) };
    return { idToken, accessToken };
  }

  listAlgorithms({ after }: SectionChange<DomainSigning>): SigningAlgorithm[] {
    return Object.values(after);
  }

  async apply({ domain, after }: SectionChange<DomainSigning>): Promise<ReadonlyMap<string, string>> {
    await this.signing.replace(domain, after, () => undefined);
    return NO_SECRETS;
  }
}
