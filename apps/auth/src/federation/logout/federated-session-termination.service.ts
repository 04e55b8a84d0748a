import { Injectable } from '@nestjs/common';
import { fingerprint, hashSecret } from '@latchkey/crypto';
import { Database, OidcPayloadRepository } from '@latchkey/persistence';
import type { DomainRequest } from '../../domain/served-domain.service.js';
import { FederationFailure } from '../federation-failure.js';
import { FederatedSessionService } from './federated-session.service.js';
import { FederationAuditLogService } from '../federation-audit-log.service.js';
import type { UpstreamLogout } from './logout-token.js';

/** Keeps a token id beyond the expiry of the token, to allow for clock skew. */
const REPLAY_MARGIN_SECONDS = 60;
const MODEL = 'UpstreamLogout';

/** Ends the local sessions that a logout token names. */
@Injectable()
export class FederatedSessionTerminationService {
  constructor(
    private readonly database: Database,
    private readonly payloads: OidcPayloadRepository,
    private readonly sessions: FederatedSessionService,
    private readonly log: FederationAuditLogService,
  ) {}

  /** Accepts each token once. A failed attempt can be repeated. @throws FederationFailure if the token is replayed */
  async terminate(requestContext: DomainRequest, provider: string, logout: UpstreamLogout): Promise<void> {
    const domainId = requestContext.domain.id;
    const id = fingerprint('upstream logout', provider, logout.issuer, logout.jti).toString('base64url');
    const lifetime = logout.expiresAt - Math.floor(Date.now() / 1_000) + REPLAY_MARGIN_SECONDS;
    await this.database.transaction(async () => {
      if (!(await this.payloads.putIfAbsent({ domainId, model: MODEL, hash: hashSecret(id) }, {}, lifetime)))
        throw new FederationFailure('replayed');
      for (const sub of await this.sessions.end({ domainId, provider }, logout)) {
        await this.log.record(requestContext, { type: 'user.signed_out', user: sub, data: { identityProvider: provider } });
      }
    });
  }
}
