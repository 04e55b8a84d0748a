import { newTokenId } from '@latchkey/crypto';
import { Provider, type KoaContextWithOIDC, type Session } from 'oidc-provider';
import { storeProperty } from './stored-properties.js';

/** Long enough to distinguish browsers. */
export const MAX_USER_AGENT_LENGTH = 512;

/** Signs the user out of a session, because the account was deleted or may no longer sign in. */
export function forgetAccount(session: NonNullable<KoaContextWithOIDC['oidc']['session']>): void {
  const properties = session as unknown as Record<string, unknown>;
  for (const name of ['accountId', 'loginTs', 'acr', 'amr', 'authorizations', 'federation', 'epoch', 'address', 'country'])
    delete properties[name];
}

/**
 * Stores sessions by their `uid` (see OidcPayloadRepository): a new session id replaces the old one in one statement, whereas oidc-provider
 * removes one record and inserts another. Sessions also store the browser, its address and country, the sign-in epoch and the upstream session; grants store the
 * session in which they were made and the one with which they end. Checked against oidc-provider 9.13.3.
 */
export function customizeStoredSessions(provider: Provider): void {
  for (const property of ['userAgent', 'address', 'country', 'federation', 'epoch']) storeProperty(provider.Session, property);
  for (const property of ['sessionUid', 'givenIn', 'epoch']) storeProperty(provider.Grant, property);
  const prototype = provider.Session.prototype as Session & { touched: boolean; userAgent?: string } & LoginDetails;
  prototype.resetIdentifier = function (this: typeof prototype) {
    this.jti = newTokenId();
    this.touched = true;
  };
  const { loginAccount, save } = prototype;
  // oidc-provider has set its cookie already, and would save it again after its error page, and then fail without one.
  prototype.save = async function (this: typeof prototype, ttl) {
    try {
      return await save.call(this, ttl);
    } catch (error) {
      this.touched = false;
      Provider.ctx?.remove('Set-Cookie');
      throw error;
    }
  };
  prototype.loginAccount = function (this: typeof prototype, details) {
    loginAccount.call(this, details);
    const userAgent = Provider.ctx?.get('User-Agent');
    if (userAgent) this.userAgent = userAgent.slice(0, MAX_USER_AGENT_LENGTH);
    Object.assign(this, getLoginDetails(Provider.ctx));
  };
}

/** What the interaction stored about the login that resumes the authorization request. */
interface LoginDetails {
  federation: string | undefined;
  epoch: number | undefined;
  address: string | undefined;
  country: string | null | undefined;
}

function getLoginDetails(ctx: KoaContextWithOIDC | undefined): LoginDetails {
  const interaction = ctx?.oidc?.entities.Interaction as { result?: { login?: Partial<LoginDetails> } } | undefined;
  const { federation, epoch, address, country } = interaction?.result?.login ?? {};
  return { federation, epoch, address, country };
}
