import { Injectable } from '@nestjs/common';
import { parseRsaCertificate } from '@latchkey/crypto';
import { SafeFetchClient, findSafeFetchError } from '@latchkey/outgoing';
import type { OAuth2Provider, SamlProvider } from '@latchkey/persistence';
import { Problem, type Violation } from '@latchkey/problem';
import type { ConfigurationWithoutSecret } from './identity-provider-configuration.js';
import { findMetadataViolations, type ExpectedMetadata } from './identity-provider-metadata.js';

/** Checks that users could sign in with an identity provider. */
@Injectable()
export class IdentityProviderCheckService {
  constructor(private readonly safeFetch: SafeFetchClient) {}

  /**
   * Takes up to three seconds, so no transaction waits for it.
   *
   * @throws Problem provider-unreachable, provider-mismatch
   */
  async check(configuration: ConfigurationWithoutSecret): Promise<void> {
    const { oauth2, saml } = configuration;
    if (saml) return this.checkSaml(saml);
    return oauth2 ? this.checkEndpoints(oauth2) : this.checkMetadata(configuration);
  }

  private async checkMetadata(expectation: ExpectedMetadata): Promise<void> {
    const violations = findMetadataViolations(
      await this.discover(expectation.issuer),
      expectation,
      (url) => this.safeFetch.findUrlViolation(url) === null,
    );
    if (violations.length === 0) return;
    const detail = 'The identity provider does not match the configuration; nothing was changed. Each difference is listed in errors.';
    throw new Problem('provider-mismatch', detail, { errors: violations });
  }

  /** Without a discovery document: the endpoints must be public, and those that the auth server calls must answer, whatever they answer. */
  private async checkEndpoints({ authorizationEndpoint, tokenEndpoint, userinfoEndpoint, emailsEndpoint }: OAuth2Provider): Promise<void> {
    const forbidden = this.safeFetch.findUrlViolation(authorizationEndpoint);
    const called = Object.entries({ tokenEndpoint, userinfoEndpoint, ...(emailsEndpoint !== undefined && { emailsEndpoint }) });
    const violations = (await Promise.all(called.map(([name, url]) => this.findEndpointViolations(name, url)))).flat();
    if (forbidden !== null) violations.unshift({ pointer: '/oauth2/authorizationEndpoint', detail: forbidden });
    if (violations.length === 0) return;
    const detail = 'The endpoints of the identity provider cannot be reached; nothing was changed. Each of them is listed in errors.';
    throw new Problem('provider-unreachable', detail, { errors: violations });
  }

  private async findEndpointViolations(name: string, url: string): Promise<Violation[]> {
    const pointer = `/oauth2/${name}`;
    try {
      const { status } = await this.safeFetch.notify(url, { headers: { accept: 'application/json' } });
      return status < 500 ? [] : [{ pointer, detail: `${url} answered with status ${status}` }];
    } catch (error) {
      const failure = findSafeFetchError(error);
      if (!failure) throw error;
      return [{ pointer, detail: `${url} ${failure.message}` }];
    }
  }

  /** The browser alone requests this address, so it may be one that only users reach; but a certificate must be valid. */
  private checkSaml({ certificates }: SamlProvider): void {
    const now = Date.now();
    if (certificates.some((certificate) => parseRsaCertificate(certificate)!.expiresAt.getTime() > now)) return;
    const errors = [{ pointer: '/saml/certificates', detail: 'must have a certificate that has not expired' }];
    const detail = 'Users could not sign in with the identity provider; nothing was changed. Each reason is listed in errors.';
    throw new Problem('provider-mismatch', detail, { errors });
  }

  /** OpenID Connect Discovery section 4. */
  private async discover(issuer: string): Promise<object> {
    const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    try {
      const response = await this.safeFetch.fetch(url, { headers: { accept: 'application/json' } });
      if (!response.ok) throw createUnreachableProblem(url, `answered with status ${response.status}`);
      return await readDocument(response, url);
    } catch (error) {
      const failure = findSafeFetchError(error);
      throw failure ? createUnreachableProblem(url, failure.message) : error;
    }
  }
}

async function readDocument(response: Response, url: string): Promise<object> {
  const metadata: unknown = await response.json().catch(() => undefined);
  if (typeof metadata === 'object' && metadata !== null && !Array.isArray(metadata)) return metadata;
  throw createUnreachableProblem(url, 'did not answer with a JSON object');
}

function createUnreachableProblem(url: string, reason: string): Problem {
  const errors = [{ pointer: '/issuer', detail: `${url} ${reason}` }];
  return new Problem('provider-unreachable', 'The discovery document of the identity provider cannot be read; nothing was changed.', {
    errors,
  });
}
