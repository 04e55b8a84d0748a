import { Injectable } from '@nestjs/common';
import { OfferedIdentityProviderService } from '../../../federation/offered-identity-provider.service.js';
import type { SignInContext } from '../../context/sign-in-context.js';
import { UserLookupService } from '../../state/user-lookup.service.js';
import { IdentityProviderSignInService } from './identity-provider-sign-in.service.js';

/**
 * Sends people to the identity provider of their mail domain. Only what was typed decides, never whether there is such a user, so the answer
 * says nothing of users.
 */
@Injectable()
export class HomeIdentityProviderService {
  constructor(
    private readonly providers: OfferedIdentityProviderService,
    private readonly signIns: IdentityProviderSignInService,
    private readonly userLookup: UserLookupService,
  ) {}

  /**
   * Where other ways are allowed, only the first page sends people there, unless the browser was sent there before in this sign-in, and came
   * back.
   *
   * @returns whether the person was sent there @throws PageRefusal if that is not possible
   */
  async redirect(requestContext: SignInContext, typed: string, { isFirstPage = false } = {}): Promise<boolean> {
    const home = await this.providers.findHome(requestContext.domain, typed);
    if (!home) return false;
    const isOffered = requestContext.identityProviders.some(({ name }) => name === home.name);
    const isWelcome = isFirstPage && isOffered && requestContext.cookieData.sentTo !== home.name;
    // control: an address whose provider is enforced has no other way to sign in
    if (!home.enforceMailDomains && !isWelcome) return false;
    // Before the request, so that a provider that is down does not stop those who may use another way.
    requestContext.updateCookie({ username: typed, sentTo: home.name, sentBy: null });
    await this.signIns.begin(requestContext, home.name, typed);
    return true;
  }

  /** The same for a user who has proved who it is, and typed nothing. */
  async enforceForUser(requestContext: SignInContext, sub: string): Promise<boolean> {
    for (const name of await this.userLookup.listNames(requestContext.domain, sub)) {
      if (await this.redirect(requestContext, name)) return true;
    }
    return false;
  }
}
