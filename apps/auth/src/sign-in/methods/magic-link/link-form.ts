import type { Encryptor } from '@latchkey/crypto';
import type { DomainRequest } from '../../../domain/served-domain.service.js';
import { BROWSER_COOKIE } from '../../../pages/http/binding.cookie.js';
import { isCsrfSafe } from '../../../pages/http/csrf.js';
import { readFormField } from '../../context/sign-in-context.js';
import { parseMagicLinkToken } from './magic-link-token.js';

/**
 * The form of a page that a link in a mail leads to. Its CSRF token is bound to the browser that has opened the page, so that other sites
 * cannot post the form, even with their own link.
 */
export class LinkForm {
  constructor(private readonly encryptor: Encryptor) {}

  /** Binds the form to the browser. @returns its CSRF token */
  bind(current: DomainRequest, token: string): string {
    return this.derive(current, token, BROWSER_COOKIE.bind(current, token));
  }

  /** @returns the posted token of the link with the CSRF token; null if another site has posted the form */
  read(current: DomainRequest): { token: string; csrf: string } | null {
    const token = parseMagicLinkToken(readFormField(current, 'token'));
    const secret = token === null ? null : BROWSER_COOKIE.read(current, token);
    if (token === null || secret === null) return null;
    const csrf = this.derive(current, token, secret);
    const posted = { headers: current.request.headers, csrf: readFormField(current, 'csrf') };
    return isCsrfSafe(posted, { csrf, issuer: current.domain.issuer }) ? { token, csrf } : null;
  }

  private derive({ domain }: DomainRequest, token: string, browserSecret: string): string {
    return this.encryptor.derive(`magic link form:${domain.id}:${token}:${browserSecret}`)[0]!.toString('base64url');
  }
}
