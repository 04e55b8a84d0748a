import { Injectable } from '@nestjs/common';
import { generateSigningKey, type SigningAlgorithm } from '@latchkey/crypto';
import { Database, DomainRepository, SigningKeyRepository } from '@latchkey/persistence';
import { AuditLogService } from '../audit-event/audit-log.service.js';
import { PUBLICATION_LEAD_SECONDS } from './key-schedule.js';
import { stateOfSigningKey, type SigningKeyState } from './signing-key-state.js';
import { SigningKeyPublisher } from './signing-key-publisher.service.js';

/** A revoked key. */
export interface RevokedSigningKey {
  algorithm: SigningAlgorithm;
  /** The `kid` of its replacement; null if a newer key had superseded it. */
  replacedBy: string | null;
}

/** Seconds until the replacement of a key signs; null if the key needs none, because a newer one of its algorithm signs. */
const LEAD_OF_REPLACEMENT: Readonly<Record<SigningKeyState, number | null>> = {
  next: PUBLICATION_LEAD_SECONDS,
  signing: 0,
  superseded: null,
};

/** Revokes signing keys whose private part may have leaked. */
@Injectable()
export class SigningKeyRevocationService {
  constructor(
    private readonly database: Database,
    private readonly domains: DomainRepository,
    private readonly keys: SigningKeyRepository,
    private readonly publisher: SigningKeyPublisher,
    private readonly log: AuditLogService,
  ) {}

  /**
   * Removes a key. No process publishes or uses it for a request that begins after the commit. If it was signing, a new key of its
   * algorithm signs from now on. If it was published to sign later, so is a new one.
   *
   * @returns null if the domain has no such key, is gone or is being deleted
   */
  async revoke(domainId: string, kid: string): Promise<RevokedSigningKey | null> {
    const found = (await this.keys.list(domainId)).find((each) => each.kid === kid);
    if (!found) return null;
    const replacement = await generateSigningKey(found.algorithm);
    return this.database.transaction(async () => {
      if (!(await this.domains.lockExisting(domainId))) return null;
      const present = await this.keys.list(domainId);
      const key = present.find((each) => each.kid === kid);
      if (!key || !(await this.keys.delete(domainId, kid))) return null;
      await this.domains.raiseRevision(domainId);
      await this.log.record(domainId, { type: 'signing_key.revoked', data: { kid } });
      const lead = LEAD_OF_REPLACEMENT[stateOfSigningKey(key, present, Date.now())];
      if (lead !== null) await this.publisher.publish(domainId, replacement, lead);
      return { algorithm: key.algorithm, replacedBy: lead === null ? null : replacement.kid };
    });
  }
}
