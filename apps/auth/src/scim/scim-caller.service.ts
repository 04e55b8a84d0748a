import { Injectable } from '@nestjs/common';
import { getCurrentTraceId } from '@latchkey/observability';
import { AuditLogRepository, Database, RateLimiter } from '@latchkey/persistence';
import { ReceiptKeyService } from '@latchkey/receipt';
import type { ErasingDomain } from '@latchkey/user';
import { ClientTokenService, type TokenHolder } from '../client-token/client-token.service.js';
import type { DomainRequest } from '../domain/served-domain.service.js';
import { SCIM_ROOT } from './scim-protocol.js';
import { ScimError } from './scim.error.js';

/** A client that provisions users, and the domain that it does so in. */
export interface ScimCaller {
  domain: ErasingDomain;
  clientId: string;
  /** The URL of the SCIM endpoint. */
  baseUrl: string;
}

const SCOPE = 'scim';
/** Microsoft Entra sends at least 25 requests in a second. An operation of a bulk request counts as one. */
const LIMIT = { name: 'scim', requests: 3_000, window: 60 };

/** Authenticates the clients that may use SCIM, and limits their requests. */
@Injectable()
export class ScimCallerService {
  private readonly limiter: RateLimiter;

  constructor(
    database: Database,
    private readonly tokens: ClientTokenService,
    private readonly log: AuditLogRepository,
    private readonly keys: ReceiptKeyService,
  ) {
    this.limiter = new RateLimiter(database, LIMIT);
  }

  /** @throws ClientTokenError, ScimError */
  async authenticate(request: DomainRequest): Promise<ScimCaller> {
    const holder = await this.tokens.authenticate(request, [SCOPE]);
    // control: only a client that an operator has allowed uses SCIM
    if (holder.client.client.furtherGrants?.scim !== true)
      throw new ScimError(403, 'The client may not provision users. An operator permits it by "scim": true in the grants of the client.');
    const caller = this.createCaller(holder);
    await this.count(caller);
    return caller;
  }

  /** Counts a request, or an operation of one. @throws ScimError with the status 429 */
  async count({ domain, clientId }: ScimCaller): Promise<void> {
    const { allowed, resetsIn } = await this.limiter.consumeInDomain(domain.id, clientId);
    if (allowed) return;
    const detail = `A client may send ${LIMIT.requests} requests in ${LIMIT.window} seconds. Try again in ${resetsIn} seconds.`;
    throw new ScimError(429, detail, null, { 'Retry-After': String(resetsIn) });
  }

  private createCaller({ domain: { id, name, issuer }, clientId, requestId }: TokenHolder): ScimCaller {
    const actor = { type: 'service', id: null, name: null } as const;
    const record: ErasingDomain['record'] = (event, changes) =>
      this.log.create({ ...event, client: clientId, domainId: id, actor, requestId, traceId: getCurrentTraceId() }, changes);
    const signReceipt: ErasingDomain['signReceipt'] = async (typ, claims) => (await this.keys.createSigner(typ))(claims);
    return { domain: { id, name, issuer, record, signReceipt }, clientId, baseUrl: `${issuer}${SCIM_ROOT}` };
  }
}
