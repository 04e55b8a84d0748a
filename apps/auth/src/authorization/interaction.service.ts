import { Injectable } from '@nestjs/common';
import { CredentialRepository, type ServedClient } from '@latchkey/persistence';
import type { DomainRequest } from '../domain/served-domain.service.js';
import { FederationFailure } from '../federation/federation-failure.js';
import { FederationFailurePageService } from '../federation/federation-failure-page.service.js';
import { PageRefusal } from '../pages/http/page-refusal.js';
import { AccountService } from '../provider/accounts/account.service.js';
import { getApplicationHome } from '../provider/policy/application-home.js';
import { KnownBrowserService } from './known-browser.service.js';
import { isRequestedSubject } from '../provider/policy/requested-subject.js';
import type { OidcAdapter } from '../provider/adapters/oidc.adapter.js';
import { ProviderPool } from '../provider/provider.pool.js';
import {
  grantRequestedScope,
  loadStoredInteraction,
  type InteractionResult,
  type StoredInteraction,
} from '../provider/stored-interaction.js';
import type { ProviderClient } from '../provider/adapters/provider-client.js';
import { unwrapError } from '../provider/errors/temporarily-unavailable.error.js';

/** An authorization request that waits for its user to sign in or to consent. */
export interface Interaction {
  uid: string;
  prompt: 'login' | 'consent';
  /** The reasons that interaction-policy.ts and oidc-provider give, such as `no_session`, `login_prompt`, `max_age`, `assurance`. */
  reasons: readonly string[];
  /** The parameters of the authorization request: OpenID Connect Core section 3.1.2.1. */
  params: Readonly<Record<string, unknown>>;
  client: Omit<ServedClient, 'secrets'>;
  /** The signed-in user of the domain. */
  session?: { sub: string; amr: readonly string[]; acr: string | undefined; authTime: number | undefined };
}

/** The result of a sign-in. */
export interface LoginResult {
  sub: string;
  amr: string[];
  acr: string;
  /** Id of the sign-in at the identity provider; absent for a local sign-in. */
  federation?: string;
  /** Sign-in epoch of the user. It increases when all sessions of the user end: see OidcPayloadRepository. */
  epoch?: number;
  /** Seconds since the epoch; absent: now. */
  authTime?: number;
  /** The IP address of the browser: see ClientAddressService. */
  address?: string | undefined;
  /** Its country, ISO 3166-1 alpha-2. */
  country?: string | null | undefined;
}

/** A new sign-in replaces earlier results; consent adds to them. */
const UNMERGED = { mergeWithLastSubmission: false };
const MERGED = { mergeWithLastSubmission: true };

const OTHER_USER_ERROR = {
  error: 'login_required',
  error_description: 'the request names a different user from the one who has signed in',
};

type InteractionWithoutConsent = Pick<StoredInteraction, 'uid' | 'session' | 'params'> & Pick<Interaction, 'client'>;

/** The authorization requests that wait for a user. The cookie of `/sign-in/{uid}` identifies the request. */
@Injectable()
export class InteractionService {
  constructor(
    private readonly pool: ProviderPool,
    private readonly accounts: AccountService,
    private readonly holders: CredentialRepository,
    private readonly refusals: FederationFailurePageService,
    private readonly browsers: KnownBrowserService,
  ) {}

  /**
   * @returns null if the interaction has ended or expired, or belongs to another domain or browser
   * @throws PageRefusal if its client was deleted, or the user who should consent can no longer sign in
   */
  find(domainRequest: DomainRequest): Promise<Interaction | null> {
    return unwrapError(() => this.read(domainRequest));
  }

  /**
   * Resumes the authorization request with a redirect after the user has signed in. If the request names another user, it ends with
   * `login_required` (OpenID Connect Core section 3.1.2.2) and no session starts.
   */
  finishLogin(domainRequest: DomainRequest, { sub, authTime, ...how }: LoginResult): Promise<void> {
    return unwrapError(async () => {
      if (!(await this.isRequestedSubject(domainRequest, sub))) return this.finish(domainRequest, OTHER_USER_ERROR);
      await this.endOtherUsersSession(domainRequest, sub);
      if (how.federation === undefined) await this.browsers.remember(domainRequest, sub);
      await this.finish(domainRequest, { login: { accountId: sub, ...how, ts: authTime ?? Math.floor(Date.now() / 1_000) } });
    });
  }

  /**
   * Resumes the authorization request with a redirect after the user has consented to everything that it requests.
   *
   * @throws SessionNotFound if the user is no longer signed in
   */
  finishConsent(domainRequest: DomainRequest): Promise<void> {
    return unwrapError(async () =>
      this.finish(
        domainRequest,
        { consent: { grantId: await grantRequestedScope(this.pool.get(domainRequest.domain).provider, domainRequest) } },
        MERGED,
      ),
    );
  }

  /** Ends the authorization request with an error such as `access_denied` (RFC 6749 section 4.1.2.1), and redirects. */
  abort(domainRequest: DomainRequest, error: string, description = 'the user did not get further'): Promise<void> {
    return unwrapError(() => this.finish(domainRequest, { error, error_description: description }));
  }

  /** Marks the interaction as used: it then lives longer, and is not evicted. */
  touch({ domain }: DomainRequest, uid: string): Promise<void> {
    const { adapter } = this.pool.get(domain).provider.Interaction as unknown as { adapter: OidcAdapter };
    return unwrapError(() => adapter.touch(uid));
  }

  private async read(domainRequest: DomainRequest): Promise<Interaction | null> {
    const { provider } = this.pool.get(domainRequest.domain);
    const stored = await loadStoredInteraction(provider, domainRequest);
    if (!stored) return null;
    const found = await provider.Client.find(String(stored.params['client_id']));
    if (!found) throw new PageRefusal('application-unknown', 400, domainRequest.domain.branding);
    const { client } = (found as unknown as ProviderClient).record;
    const session = stored.session && (await provider.Session.findByUid(stored.session.uid));
    if (stored.prompt.name !== 'login' && !(await this.canConsent(domainRequest, session)))
      return this.refuseToConsent(domainRequest, { ...stored, client });
    return {
      uid: stored.uid,
      prompt: stored.prompt.name as Interaction['prompt'],
      reasons: stored.prompt.reasons,
      params: stored.params,
      client,
      ...(session?.accountId && {
        session: { sub: session.accountId, amr: session.amr ?? [], acr: session.acr, authTime: session.loginTs },
      }),
    };
  }

  /** A session can briefly outlive its upstream session. */
  private async canConsent({ domain }: DomainRequest, session: { accountId?: string | undefined } | undefined): Promise<boolean> {
    return session?.accountId !== undefined && (await this.accounts.find(domain, session.accountId)) !== undefined;
  }

  /** Handles a user who should consent but is no longer signed in. @throws PageRefusal if the user can no longer sign in */
  private async refuseToConsent(domainRequest: DomainRequest, { uid, session, params, client }: InteractionWithoutConsent): Promise<null> {
    const { domain } = domainRequest;
    const sub = session?.accountId;
    if (sub === undefined || (await this.accounts.find(domain, sub))) return null;
    const holder = await this.holders.findHolder(domain.id, sub);
    const [backTo, provider] = [getApplicationHome({ client, params }), holder?.identityProvider ?? 'local'];
    if (!holder?.active || provider === 'local') throw new PageRefusal('account-inactive', 403, domain.branding, backTo);
    // The identity provider was removed.
    const refused = { provider, uid, clientId: client.clientId, sub, backTo };
    throw await this.refusals.handle(domainRequest, new FederationFailure('provider-off'), refused);
  }

  private async isRequestedSubject({ request, response, domain }: DomainRequest, sub: string): Promise<boolean> {
    const { params } = await this.pool.get(domain).provider.interactionDetails(request, response);
    return isRequestedSubject(params, sub);
  }

  /** Signs out the previous user and ends everything that depends on the session. oidc-provider would show a page for this. */
  private async endOtherUsersSession({ request, response, domain }: DomainRequest, sub: string): Promise<void> {
    const { provider } = this.pool.get(domain);
    const session = await provider.Session.get(provider.createContext(request, response) as never);
    if (!session.accountId || session.accountId === sub) return;
    const stored = await provider.interactionDetails(request, response);
    stored.session = undefined as never;
    await stored.persist();
    await session.destroy();
  }

  private finish({ request, response, domain }: DomainRequest, result: InteractionResult, options = UNMERGED): Promise<void> {
    return this.pool.get(domain).provider.interactionFinished(request, response, result, options);
  }
}
