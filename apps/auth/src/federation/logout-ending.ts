import { Injectable } from '@nestjs/common';
import { fingerprint, hashSecret } from '@latchkey/crypto';
import { Database, OidcPayloadRepository } from '@latchkey/persistence';
import type { Visit } from '../domain/served-domain.js';
import { FederationFailure } from './failure.js';
import { FederatedSessions } from './federated-sessions.js';
import { FederationLog } from './federation-log.js';
import type { UpstreamLogout } from './logout-token.js';

/** Seconds for which a token is remembered beyond its end: clocks differ. */
const MARGIN = 60;
const MODEL = 'UpstreamLogout';

/** Ends what has ended at a provider. */
@Injectable()
export class LogoutEnding {
  constructor(
    private readonly database: Database,
    private readonly payloads: OidcPayloadRepository,
    private readonly sessions: FederatedSessions,
    private readonly log: FederationLog,
  ) {}

  /** Once for each token; one that could not be carried out may come again. @throws FederationFailure if it came before */
  async carryOut(visit: Visit, provider: string, logout: UpstreamLogout): Promise<void> {
    const domainId = visit.domain.id;
    const id = fingerprint('upstream logout', provider, logout.issuer, logout.jti).toString('base64url');
    const lifetime = logout.expiresAt - Math.floor(Date.now() / 1_000) + MARGIN;
    await this.database.transaction(async () => {
      if (!(await this.payloads.putNew({ domainId, model: MODEL, hash: hashSecret(id) }, {}, lifetime)))
        throw new FederationFailure('replayed');
      for (const sub of await this.sessions.end({ domainId, provider }, logout)) {
        await this.log.record(visit, { operation: 'user.sign-out', provider, sub, clientId: null });
      }
    });
  }
}
