import { Injectable } from '@nestjs/common';
import { fingerprint } from '@latchkey/crypto';
import { UsedJtiRepository, type JtiUse } from '@latchkey/persistence';
import { StatementBatcher } from '../cache/statement-batcher.js';

/** A JWT that may be used only once. */
export interface SingleUseJwt {
  domainId: string;
  kind: 'DPoP' | 'ClientAssertion' | 'AuthorizationGrant';
  /** Who must not use a `jti` twice: the client, or the issuer of an authorization grant. */
  clientId: string;
  jti: string;
  /** Seconds for which the JWT could still be accepted. */
  lifetime: number;
}

/** Accepts each `jti` (RFC 7519 section 4.1.7) of a client once across all replicas, because the database decides. */
@Injectable()
export class UsedJtiService {
  private readonly batcher: StatementBatcher<JtiUse, boolean>;

  constructor(repository: UsedJtiRepository) {
    this.batcher = new StatementBatcher((uses) => repository.record(uses));
  }

  /** Records a use. @returns whether it is the first one */
  recordUse({ domainId, kind, clientId, jti, lifetime }: SingleUseJwt): Promise<boolean> {
    return this.batcher.ask({ domainId, hash: fingerprint(kind, clientId, jti), lifetime });
  }
}
