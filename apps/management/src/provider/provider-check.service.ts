import { Injectable } from '@nestjs/common';
import { OutgoingClient, OutgoingFailure, outgoingFailureOf } from '@latchkey/outgoing';
import { Problem } from '@latchkey/problem';
import { metadataFaults, type Expectation } from './provider-metadata.js';

/** Asks an identity provider whether people could sign in with it. */
@Injectable()
export class ProviderCheckService {
  constructor(private readonly outgoing: OutgoingClient) {}

  /**
   * Takes up to three seconds: no transaction waits for it.
   * @throws Problem provider-unreachable, provider-mismatch
   */
  async check(expectation: Expectation): Promise<void> {
    const faults = metadataFaults(await this.discover(expectation.issuer), expectation, (url) => this.isAddress(url));
    if (faults.length === 0) return;
    const detail = 'The identity provider was asked, and is not as configured; nothing was changed. Each difference is listed in errors.';
    throw new Problem('provider-mismatch', detail, { errors: faults });
  }

  /** OpenID Connect Discovery section 4. */
  private async discover(issuer: string): Promise<object> {
    const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    try {
      const response = await this.outgoing.fetch(url, { headers: { accept: 'application/json' } });
      if (!response.ok) throw unreachable(url, `answered with status ${response.status}`);
      return await documentOf(response, url);
    } catch (error) {
      const failure = outgoingFailureOf(error);
      throw failure ? unreachable(url, failure.message) : error;
    }
  }

  private isAddress(url: string): boolean {
    try {
      this.outgoing.checkUrl(url);
      return true;
    } catch (error) {
      if (error instanceof OutgoingFailure) return false;
      throw error;
    }
  }
}

async function documentOf(response: Response, url: string): Promise<object> {
  const metadata: unknown = await response.json().catch(() => undefined);
  if (typeof metadata === 'object' && metadata !== null && !Array.isArray(metadata)) return metadata;
  throw unreachable(url, 'answered with something that is not a JSON object');
}

function unreachable(url: string, what: string): Problem {
  const errors = [{ pointer: '/issuer', detail: `${url} ${what}` }];
  return new Problem('provider-unreachable', 'The discovery document of the identity provider cannot be read; nothing was changed.', {
    errors,
  });
}
