import { Injectable } from '@nestjs/common';
import { fingerprintText, randomSecret } from '@latchkey/crypto';
import type { CurrentRevision } from '@latchkey/persistence';
import type { ClientRecord, ClientSecret } from '../client/client-record.js';
import { ClientRecords } from '../client/client-records.js';
import { SecretUses } from '../client/secret-uses.js';
import { DomainCaches, type DomainCache } from '../domain/domain-caches.js';
import type { DomainRecord } from '../domain/domain-record.js';
import { DomainRecords } from '../domain/domain-records.js';
import { ClientCredentialsGrant } from './client-credentials-grant.js';
import type { PlainRequest } from './plain-request.js';

/** Who asks where, and has shown which secret. */
interface Asking {
  domain: DomainRecord;
  client: ClientRecord;
  secret: ClientSecret;
}

/** Grants that are kept. Each takes about 1 KB, and keeps its key in memory. */
const SIZE = 20_000;
/** Part of every fingerprint, so that nobody can foresee what a look-up compares, and learn from its time. */
const SALT = randomSecret();

/**
 * What plain client credentials requests get (RFC 6749 section 4.4). What was granted is kept by all that it was granted for, the current
 * revisions and the secret among it, and so is found again by one look-up: of thousands of domains, memory is what a token waits for most.
 */
@Injectable()
export class ClientCredentialsGrants implements DomainCache {
  /** By fingerprint: what is no longer current is no longer found. Oldest first. */
  private readonly kept = new Map<string, ClientCredentialsGrant>();

  constructor(
    private readonly domains: DomainRecords,
    private readonly clients: ClientRecords,
    private readonly uses: SecretUses,
    caches: DomainCaches,
  ) {
    caches.register(this);
  }

  keys(): Iterable<string> {
    return this.kept.keys();
  }

  domainIdOf(fingerprint: string): string | undefined {
    return this.kept.get(fingerprint)?.domainId;
  }

  delete(fingerprint: string): void {
    this.kept.delete(fingerprint);
  }

  /**
   * @param current what the database has just said of the domain and of its client
   * @param now milliseconds since the epoch
   * @returns at once what is kept, and else a promise: most requests need not wait for one. Null: any part of the request is to be refused
   */
  grant(plain: PlainRequest, current: CurrentRevision, now: number): ClientCredentialsGrant | Promise<ClientCredentialsGrant | null> {
    const fingerprint = fingerprintOf(plain, current);
    const grant = this.kept.get(fingerprint);
    if (!grant?.holdsAt(now)) return this.build(plain, current, now).then((built) => this.keep(fingerprint, built));
    this.uses.note(grant);
    return grant;
  }

  private keep(fingerprint: string, grant: ClientCredentialsGrant | null): ClientCredentialsGrant | null {
    if (!grant) return null;
    this.kept.set(fingerprint, grant);
    if (this.kept.size > SIZE) this.kept.delete(this.kept.keys().next().value!);
    return grant;
  }

  private async build(plain: PlainRequest, current: CurrentRevision, now: number): Promise<ClientCredentialsGrant | null> {
    const domain = await this.domains.get(current);
    const client = domain && (await this.clients.get(current, plain.clientId));
    if (!domain || !client?.actsForItself) return null;
    const secret = client.useSecret(plain.clientSecret, now);
    return secret && grantFor(plain, { domain, client, secret }, now);
  }
}

function fingerprintOf({ clientId, clientSecret, scope, resource }: PlainRequest, { text }: CurrentRevision): string {
  return fingerprintText(SALT, text, clientId, clientSecret, scope ?? '', resource ?? '');
}

/** @returns null if the scope or the resource is not one that the client may have */
function grantFor(
  { scope: requested, resource }: PlainRequest,
  { domain, client, secret }: Asking,
  now: number,
): ClientCredentialsGrant | null {
  const { issuer } = domain;
  const scope = client.grantScope(requested);
  const audience = client.audience(resource, issuer);
  if (scope === null || audience === null) return null;
  const until = earliest(domain.nextKeyFrom(now), secret.expiresAt?.getTime() ?? null);
  return new ClientCredentialsGrant({ issuer, audience, scope, expiry: client.accessTokenExpiry, until }, domain.signingKey(now), secret);
}

/** @returns null if there is neither */
function earliest(...times: readonly (number | null)[]): number | null {
  const known = times.filter((time) => time !== null);
  return known.length > 0 ? Math.min(...known) : null;
}
