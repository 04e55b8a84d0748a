import { Inject, Injectable } from '@nestjs/common';
import type { AuthSettings } from '@latchkey/config';
import { Sealer } from '@latchkey/crypto';
import { meets, type Acr } from '../assurance/assurance.js';
import type { Visit } from '../domain/served-domain.js';
import { Methods } from '../method/methods.js';
import { isOwnPost } from '../pages/csrf.js';
import { chooseLanguage } from '../pages/language.js';
import { Sessions, type CurrentSession } from '../provider/sessions.js';
import { SETTINGS } from '../settings/settings.module.js';
import { PageRefusal } from '../pages/page-refusal.js';
import { fieldOf, type AccountVisit } from './account-visit.js';
import { RECENT_SECONDS, SignInNeeded } from './sign-in-needed.js';

/** Finds out who asks for a page of their account, and whether they may do what they ask for. */
@Injectable()
export class AccountVisits {
  private readonly sealer: Sealer;

  constructor(
    @Inject(SETTINGS) settings: AuthSettings,
    private readonly sessions: Sessions,
    private readonly methods: Methods,
  ) {
    this.sealer = new Sealer(settings.MASTER_KEY);
  }

  /** @returns null if nobody is signed in, or who is may not any more */
  async find(visit: Visit): Promise<AccountVisit | null> {
    const session = await this.sessions.current(visit);
    return session && this.visitOf(visit, session);
  }

  /** For a page. @throws SignInNeeded if nobody is signed in */
  async open(visit: Visit): Promise<AccountVisit> {
    const found = await this.find(visit);
    if (!found) throw new SignInNeeded(visit.domain.issuer, null);
    return found;
  }

  /** For a form of one of the pages. @throws SignInNeeded; PageRefusal if no page of this session has sent it */
  async submit(visit: Visit): Promise<AccountVisit> {
    const found = await this.open(visit);
    const posted = { headers: visit.request.headers, csrf: fieldOf(visit, 'csrf') };
    if (!isOwnPost(posted, { csrf: found.csrf, issuer: visit.domain.issuer }))
      throw new PageRefusal('forbidden', 403, visit.domain.branding);
    return found;
  }

  /** For a page that shows a secret. @throws SignInNeeded also if the sign-in is not recent or not sure enough */
  async openForChange(visit: Visit): Promise<AccountVisit> {
    return this.requireChange(await this.open(visit));
  }

  /** For a form that changes something. @throws SignInNeeded also if the sign-in is not recent or not sure enough; PageRefusal */
  async submitChange(visit: Visit): Promise<AccountVisit> {
    return this.requireChange(await this.submit(visit));
  }

  private async requireChange(visit: AccountVisit): Promise<AccountVisit> {
    // Whoever signs in by a provider has nothing here to sign in with, and shall not get it.
    if (visit.session.identityProvider !== 'local') throw new PageRefusal('not-found', 404, visit.domain.branding);
    if (visit.mayChange) return visit;
    throw new SignInNeeded(visit.domain.issuer, { sub: visit.session.sub, assurance: await this.requiredOf(visit) });
  }

  private async visitOf(visit: Visit, session: CurrentSession): Promise<AccountVisit> {
    const { domain, request } = visit;
    const csrf = this.sealer.derive(`account form:${domain.id}:${session.sid}`)[0]!.toString('base64url');
    const context = {
      domain: domain.name,
      branding: domain.branding,
      language: chooseLanguage(undefined, request.headers['accept-language']),
    };
    const isRecent = session.authTime > Date.now() / 1_000 - RECENT_SECONDS;
    const mayChange = isRecent && meets(session.acr, await this.requiredOf({ ...visit, session }));
    return { ...visit, session, csrf, context, mayChange };
  }

  /**
   * Whoever had a passkey when they signed in has to use it, and whoever had an authenticator app, that or better: else a mailbox would be
   * the way around both (decision 10). What was set up within the session asks for nothing, so that several things can be.
   */
  private async requiredOf({ domain, session }: Pick<AccountVisit, 'domain' | 'session'>): Promise<Acr> {
    const { passkey, authenticatorApp } = await this.methods.before(domain, session.sub, session.authTime);
    if (passkey) return 'phr';
    return authenticatorApp ? 'urn:latchkey:acr:one-factor' : '0';
  }
}
