import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import type { SigningAlgorithm } from '@latchkey/crypto';
import { Database, DomainRepository, type Domain, type Precondition } from '@latchkey/persistence';
import { createDomainNotFoundProblem } from '../current-domain/domain-not-found.js';
import { AuditLogService } from '../audit-event/audit-log.service.js';
import { SigningKeyPublisher } from '../signing-key/signing-key-publisher.service.js';
import { preferAlgorithm } from './preferred-algorithms.js';

export interface DomainSigning {
  idToken: SigningAlgorithm;
  accessToken: SigningAlgorithm;
}

export const DEFAULTS: DomainSigning = { idToken: 'RS256', accessToken: 'ES256' };
const PROPERTIES = ['idToken', 'accessToken'] as const;

/** The algorithms that sign the tokens of a domain. */
@Injectable()
export class DomainSigningService {
  constructor(
    private readonly database: Database,
    private readonly domains: DomainRepository,
    private readonly publisher: SigningKeyPublisher,
    private readonly log: AuditLogService,
  ) {}

  get({ idTokenAlgorithms, accessTokenAlgorithms }: Domain): DomainSigning {
    return { idToken: idTokenAlgorithms[0]!, accessToken: accessTokenAlgorithms[0]! };
  }

  /**
   * Replaces both choices; an absent one gets its default. The domain gets a key for each missing algorithm. Until that key may sign, the
   * current algorithm is used.
   */
  async replace(domain: Domain, request: Partial<DomainSigning>, precondition: Precondition<DomainSigning>): Promise<void> {
    const chosen = { ...DEFAULTS, ...request };
    const { id } = domain;
    const algorithms = changedProperties(this.get(domain), chosen).map((property) => chosen[property]);
    const generated = await this.publisher.generateMissing(domain.id, algorithms);
    await this.database.transaction(async () => {
      if (!(await this.domains.lockExisting(id))) throw createDomainNotFoundProblem();
      const locked = (await this.domains.find(id))!;
      const before = this.get(locked);
      await precondition(before, isDeepStrictEqual(before, DEFAULTS));
      const changed = changedProperties(before, chosen);
      if (changed.length === 0) return;
      const keys = await this.publisher.publishMissing(id, generated);
      const now = Date.now();
      await this.domains.replaceSigning(id, {
        idTokenAlgorithms: preferAlgorithm(chosen.idToken, { keys, own: locked.idTokenAlgorithms }, now),
        accessTokenAlgorithms: preferAlgorithm(chosen.accessToken, { keys, own: locked.accessTokenAlgorithms }, now),
      });
      await this.log.record(id, { type: 'domain.signing.updated', data: { changed } });
    });
  }
}

function changedProperties(before: DomainSigning, chosen: DomainSigning) {
  return PROPERTIES.filter((property) => before[property] !== chosen[property]);
}
