import { Injectable } from '@nestjs/common';
import { OidcPayloadRepository } from '@latchkey/persistence';
import type { DomainRequest } from '../domain/served-domain.service.js';
import { AccountService } from '../provider/accounts/account.service.js';
import { loadSession, setSessionCookie, type StoredSession } from '../provider/stored-session.js';
import type { LoginResult } from './interaction.service.js';
import { KnownBrowserService } from './known-browser.service.js';
import { getSessionLifetime } from '../provider/adapters/lifetimes.js';
import { ProviderPool } from '../provider/provider.pool.js';
import { MAX_USER_AGENT_LENGTH } from '../provider/overrides/stored-sessions.js';
import { unwrapError } from '../provider/errors/temporarily-unavailable.error.js';

/** The session of a domain in one browser. */
export interface CurrentSession {
  sub: string;
  /** Identifies the session to its user. It differs from the session id in the cookie. */
  sid: string;
  /** Seconds since the epoch. */
  authTime: number;
  amr: readonly string[];
  acr: string | undefined;
  /** The name of the identity provider that signed the user in, or `local`. */
  identityProvider: string;
  /** Id of the sign-in at the identity provider. */
  federation: string | undefined;
}

/** A session as the user's session list shows it. */
export interface ListedSession {
  sid: string;
  /** Seconds since the epoch. */
  authTime: number;
  lastSeen: Date;
  /** The User-Agent header of the browser that signed in. */
  userAgent: string | undefined;
  /** Its IP address. Sessions of earlier releases lack it. */
  address: string | undefined;
  /** Its country, ISO 3166-1 alpha-2. */
  country: string | null | undefined;
}

/** The sessions of a domain's users, for single sign-on and the account page. */
@Injectable()
export class SessionService {
  constructor(
    private readonly pool: ProviderPool,
    private readonly accounts: AccountService,
    private readonly payloads: OidcPayloadRepository,
    private readonly browsers: KnownBrowserService,
  ) {}

  /** @returns null if no user is signed in, or the user can no longer sign in */
  async current(domainRequest: DomainRequest): Promise<CurrentSession | null> {
    const session = await this.load(domainRequest);
    if (!session.accountId || session.loginTs === undefined) return null;
    const account = await unwrapError(() => this.accounts.find(domainRequest.domain, session.accountId!));
    if (!account) return null;
    const { accountId: sub, uid: sid, loginTs: authTime, amr = [], acr } = session;
    const { federation } = session as { federation?: string };
    return { sub, sid, authTime, amr, acr, identityProvider: account.identityProvider, federation };
  }

  /** Starts a new session with a new id, and ends the browser's previous one. */
  async start(domainRequest: DomainRequest, { sub, amr, acr, address, country }: LoginResult): Promise<void> {
    const { request, domain } = domainRequest;
    const { provider } = this.pool.get(domain);
    const former = await this.load(domainRequest);
    if (former.accountId) await this.payloads.endSession(domain.id, former.uid);
    const session = new provider.Session();
    session.loginAccount({ accountId: sub, amr, acr, loginTs: Math.floor(Date.now() / 1_000) });
    const epoch = await this.payloads.findSignInEpoch(domain.id, sub);
    Object.assign(session, { userAgent: request.headers['user-agent']?.slice(0, MAX_USER_AGENT_LENGTH), epoch, address, country });
    const lifetime = getSessionLifetime(session);
    await unwrapError(() => session.save(lifetime));
    await this.browsers.remember(domainRequest, sub);
    setSessionCookie(provider, domainRequest, { value: session.jti, expires: new Date(Date.now() + lifetime * 1_000) });
  }

  /** Ends the browser's session and everything granted within it, except offline access. */
  async end(domainRequest: DomainRequest): Promise<void> {
    const session = await this.load(domainRequest);
    if (session.accountId) await this.payloads.endSession(domainRequest.domain.id, session.uid);
    setSessionCookie(this.pool.get(domainRequest.domain).provider, domainRequest, null);
  }

  /** A user's sessions, newest first. */
  async list(domainId: string, sub: string): Promise<ListedSession[]> {
    const stored = await this.payloads.listSessions(domainId, sub);
    return stored.map(({ uid, loginTs, userAgent, address, country, seenAt }) => ({
      sid: uid,
      authTime: loginTs,
      lastSeen: new Date(seenAt * 1_000),
      userAgent,
      address,
      country,
    }));
  }

  /** Ends a session of the user in any browser. @returns false if the user has no such session */
  endOne(domainId: string, sub: string, sid: string): Promise<boolean> {
    return this.payloads.endSession(domainId, sid, sub);
  }

  /** Ends all sessions and grants of the user, and revokes all tokens issued under them. */
  endAll(domainId: string, sub: string): Promise<void> {
    return this.payloads.endUserSessions(domainId, sub);
  }

  private load(domainRequest: DomainRequest): Promise<StoredSession> {
    return unwrapError(() => loadSession(this.pool.get(domainRequest.domain).provider, domainRequest));
  }
}
