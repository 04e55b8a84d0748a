import { Injectable } from '@nestjs/common';
import { hashSecret } from '@latchkey/crypto';
import type { CurrentRevision, IssuedToken } from '@latchkey/persistence';
import { pathOf } from '@latchkey/server';
import type { IncomingMessage } from 'node:http';
import { Provider } from 'oidc-provider';
import { AccessTokenService } from '../../access-token/access-token.service.js';
import { CurrentRevisionService } from '../../domain/current-revision.service.js';
import { PATHS } from '../../protocol/endpoints.js';

/** Its prefix depends on the scheme of the issuer (see provider/cookies.ts), which is not known yet. */
const SESSION_COOKIE = /(?:^|; ?)(?:__Host-|latchkey_)session=([\w-]+)(?:;|$)/;
/** Other ids are not read ahead. */
const NAMED_CLIENT = /[?&]client_id=([\w.~-]+)(?:&|$)/;

/** What was read ahead for an authorization request. It counts only for the ids that oidc-provider then takes from the request. */
interface ReadAhead {
  /** Of the session id. */
  hash: Buffer;
  clientId: string | null;
  /** The session as the record of a token, with its user. */
  issued: IssuedToken;
}

const readAhead = new WeakMap<IncomingMessage, ReadAhead>();

/** Reads the domain, client, session and user of an authorization request in one statement: decision 94. */
@Injectable()
export class AuthorizationReadService {
  constructor(
    private readonly revisions: CurrentRevisionService,
    private readonly tokens: AccessTokenService,
  ) {}

  /**
   * The first query of a request. Without a session, it reads only the domain.
   *
   * @returns null if no such domain is served
   * @throws Error that counts as an outage, if too many requests of the domain are waiting
   */
  async readFirst(request: IncomingMessage, host: string): Promise<CurrentRevision | null> {
    // The body of a POST request may be long in coming.
    const isPlain = request.method === 'GET' && pathOf(request) === PATHS.authorization;
    const id = isPlain ? SESSION_COOKIE.exec(request.headers.cookie ?? '')?.[1] : undefined;
    if (id === undefined) return this.revisions.read(host, null);
    const hash = hashSecret(id);
    const clientId = NAMED_CLIENT.exec(request.url ?? '')?.[1] ?? null;
    const issued = await this.tokens.read({ hash, clientId: null }, { host, clientId, continues: false, models: 'Session' });
    if (issued) readAhead.set(request, { hash, clientId, issued });
    return issued && issued.current;
  }
}

/** @returns undefined if nothing was read ahead for the current request */
export function findReadAhead(domainId: string): ReadAhead | undefined {
  const found = Provider.ctx && readAhead.get(Provider.ctx.req);
  return found?.issued.current.domainId === domainId ? found : undefined;
}
