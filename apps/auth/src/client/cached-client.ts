import { fingerprint, hashText, type HashedSecret } from '@latchkey/crypto';
import {
  includesFapi2,
  clientCredentialsScope,
  EXPIRY,
  grantClientCredentialsScope,
  splitScope,
  type SenderConstraint,
} from '@latchkey/oauth';
import type { AssertionIssuer, IdJagAudience, ServedClient, StoredAuthenticationMethod, TokenExchangeGrant } from '@latchkey/persistence';
import { estimateBytes } from '../cache/estimate-bytes.js';
import type { CachedDomain } from '../domain/cached-domain.js';
import type { CachedResource } from '../domain/cached-resource.js';
import { listAgentClaims } from './agent-claims.js';
import { NEVER_RECORDED } from './last-use.service.js';
import type { UsedMethod } from './method-last-use.service.js';
import { listTokenLimits, type TokenLimit } from '../domain/token-limit.js';
import type { UsedSecret } from './secret-last-use.service.js';

/** A client secret. */
export interface ClientSecret extends HashedSecret, UsedSecret {
  expiresAt: Date | null;
}

/** A client's authentication method. MethodLastUseService records its uses. */
export type CachedMethod = UsedMethod & { readonly method: StoredAuthenticationMethod };

/** An issuer of identity assertions that a client may use. */
export interface CachedAssertionIssuer {
  readonly domainId: string;
  readonly method: AssertionIssuer;
}

/** Bytes of a client generation: eight characters in base64url. */
const GENERATION_BYTES = 6;
/** Sizes of a client's objects, of a secret and of a method, without the column values. */
const [OWN_BYTES, SECRET_BYTES, METHOD_BYTES] = [200, 250, 60];

/** A client in the form that requests need, valid for one revision. */
export class CachedClient {
  readonly revision: string;
  /** Distinguishes the client from a later one with the same id, and from itself before it was deactivated. */
  private readonly clientGeneration: string;
  /** The values that `resource` may have; null: only the issuer. */
  readonly audiences: readonly string[] | null;
  /** How many access tokens it may get; empty: any number. */
  readonly tokenLimits: readonly TokenLimit[];
  /** Whether the client may use the client credentials grant. */
  readonly allowsClientCredentials: boolean;
  /** Whether it is an agent. */
  readonly isAgent: boolean;
  /** What it may do with the tokens of others (RFC 8693); null: nothing. */
  readonly tokenExchange: TokenExchangeGrant | null;
  /** Whose identity assertions it may use as grants (RFC 7523 section 2.1). */
  readonly assertionIssuers: readonly CachedAssertionIssuer[];
  /** The servers for which it may get identity assertions of its users. */
  readonly idJagAudiences: readonly IdJagAudience[];
  /** What all of its access tokens must be bound to; null: only what a request presents. */
  readonly senderConstraint: SenderConstraint | null;
  /** Whether the FAPI 2.0 Security Profile applies to the client. */
  readonly isFapi: boolean;
  /** The methods in its authentication document; empty without one. */
  readonly methods: readonly CachedMethod[];
  /** An estimate of its size in memory. */
  readonly bytes: number;
  private readonly defaultScope: string;

  /** Without the hashes that the driver decoded: each such Buffer keeps a whole slab of Node.js alive. */
  readonly client: Omit<ServedClient, 'secrets'>;
  /** Whether one authenticates is for ClientAuthenticationService to say. */
  readonly secrets: readonly ClientSecret[];

  constructor(domainId: string, { secrets, ...client }: ServedClient) {
    const { clientId } = client;
    this.client = client;
    this.secrets = secrets.map(({ id, hash, expiresAt }) => {
      return { hash: hashText(hash), expiresAt, lastRecordedAt: NEVER_RECORDED, domainId, clientId, secretId: id };
    });
    this.methods = (client.authentication?.methods ?? []).map((method) => {
      return { method, domainId, clientId, methodId: method.id, lastRecordedAt: NEVER_RECORDED };
    });
    this.senderConstraint = client.authentication?.senderConstraint ?? null;
    this.isFapi = includesFapi2(client.authentication?.profile);
    this.revision = client.revision;
    this.clientGeneration = fingerprint(domainId, clientId, String(client.generationStart)).toString('base64url', 0, GENERATION_BYTES);
    this.audiences = client.audiences?.length ? client.audiences : null;
    this.tokenLimits = listTokenLimits(domainId, clientId, client.tokenQuota);
    // control: only confidential clients have the client credentials grant
    this.allowsClientCredentials =
      client.clientType === 'Confidential' &&
      (client.grantType === 'ClientCredentials' || client.furtherGrants?.clientCredentials === true);
    this.isAgent = client.presentation?.kind === 'Agent';
    // control: a public client exchanges no tokens
    this.tokenExchange = client.clientType === 'Confidential' ? (client.furtherGrants?.tokenExchange ?? null) : null;
    // control: a public client gets no identity assertions
    this.idJagAudiences = client.clientType === 'Confidential' ? (client.furtherGrants?.idJag?.audiences ?? []) : [];
    // control: a public client uses no identity assertions
    const issuers = client.clientType === 'Confidential' ? (client.furtherGrants?.jwtBearer?.issuers ?? []) : [];
    this.assertionIssuers = issuers.map((method) => ({ method, domainId }));
    this.defaultScope = clientCredentialsScope(client.scope);
    this.bytes = OWN_BYTES + estimateBytes(client) + this.secrets.length * SECRET_BYTES + this.methods.length * METHOD_BYTES;
  }

  /**
   * The scope of a client credentials grant (RFC 6749 section 4.4), or null if the request exceeds what the client may have.
   *
   * @param resource the API that the token is for; undefined: none that the domain has registered
   */
  grantScope(requested: string | undefined, resource: CachedResource | undefined): string | null {
    if (!resource) return requested === undefined ? this.defaultScope : grantClientCredentialsScope(this.client.scope, requested);
    const allowed = resource.listScopesOf(this.client);
    if (requested === undefined) return allowed.join(' ');
    const scopes = [...new Set(splitScope(requested))];
    // control: a client gets only its scopes at a resource
    return scopes.every((scope) => allowed.includes(scope)) ? scopes.join(' ') : null;
  }

  /**
   * The suffix of the `jti` of each token of the client itself, which tells whether it was issued for a resource. A client that is deleted
   * and created again, or deactivated, gets different ones.
   */
  tokenMark(resource: CachedResource | undefined): string {
    return resource ? fingerprint(this.clientGeneration, resource.id).toString('base64url', 0, GENERATION_BYTES) : this.clientGeneration;
  }

  /** The lifetime of an access token in seconds, at least 1. @param resource as for grantScope @param now milliseconds since the epoch */
  accessTokenExpiry(resource: CachedResource | undefined, now = Date.now()): number {
    const expiry = resource?.accessTokenExpiry ?? this.client.accessTokenExpiry ?? EXPIRY.accessToken;
    const { expiresAt } = this.client;
    // control: an access token does not outlive its agent
    return expiresAt === null ? expiry : Math.max(1, Math.min(expiry, Math.floor((expiresAt - now) / 1_000)));
  }

  /**
   * The `aud` of a token for the requested resource (RFC 8707 section 2), or the default without one; null if the client may not request
   * the resource.
   */
  audience(
    resource: string | undefined,
    { issuer, resources }: Pick<CachedDomain, 'issuer' | 'resources'>,
  ): string | readonly string[] | null {
    const audiences = this.audiences ?? [issuer];
    if (resource !== undefined)
      // control: a client gets tokens for its own audiences and granted resources only
      return audiences.includes(resource) || resources.get(resource)?.isGrantedTo(this.client) ? resource : null;
    return audiences.length === 1 ? audiences[0]! : audiences;
  }

  /** Further claims of the tokens that the client gets for itself: what the operator adds, its roles at a resource that has them, its kind. */
  ownTokenClaims(resource: CachedResource | undefined): Readonly<Record<string, unknown>> {
    const { accessTokenClaims, roles } = this.client;
    return { ...accessTokenClaims, ...(resource?.enforceRoles && { roles: resource.listRoles(roles) }), ...listAgentClaims(this) };
  }

  /** Represents the revision in the metadata, so that caches can compare revisions without seeing hashes. */
  toJSON(): string {
    return this.revision;
  }
}
