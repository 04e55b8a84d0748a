import type { SigningAlgorithm } from '@latchkey/crypto';
import type { ResourceScope, ServedPermission, ServedResource, ServedRole } from '@latchkey/persistence';

/** The `typ` of access tokens. */
export type JwtType = 'at+jwt' | 'JWT';

/** A resource of a domain (RFC 8707), with what roles permit there. */
export class CachedResource {
  readonly id: string;
  readonly audience: string;
  readonly name: string;
  readonly scopes: readonly ResourceScope[];
  /** Seconds; null for those of the client. */
  readonly accessTokenExpiry: number | null;
  /** Whether its access tokens are opaque, instead of JWTs. */
  readonly isOpaque: boolean;
  /** The `typ` of its JWTs: RFC 9068 section 2.1, or what libraries that do not know it accept. */
  readonly jwtType: JwtType;
  /** Null for what the client or the domain has chosen. */
  readonly signingAlgorithm: SigningAlgorithm | null;
  /** Whether roles limit the tokens of users, and tokens name roles. */
  readonly enforceRoles: boolean;
  /** The scopes that each role permits. A role without scopes here can still be named. */
  private readonly permissions: ReadonlyMap<string, readonly string[]>;

  constructor(resource: ServedResource, roles: readonly ServedRole[]) {
    this.id = resource.resourceId;
    this.audience = resource.audience;
    this.name = resource.name;
    this.scopes = resource.scopes;
    this.accessTokenExpiry = resource.accessTokenExpiry;
    this.isOpaque = resource.tokenFormat === 'Opaque';
    this.jwtType = resource.tokenFormat === 'PlainJwt' ? 'JWT' : 'at+jwt';
    this.signingAlgorithm = resource.signingAlgorithm;
    this.enforceRoles = resource.enforceRoles;
    const permissions = roles.map(({ role, permissions: all }) => [role, this.find(all)?.scopes] as const);
    this.permissions = new Map(permissions.filter((entry): entry is [string, string[]] => entry[1] !== undefined));
  }

  /** The roles among these that have a permission here, for the claim `roles`: RFC 9068 section 2.2.3.1. */
  listRoles(roles: readonly string[]): string[] {
    return roles.filter((role) => this.permissions.has(role));
  }

  /** What the roles permit, of the scopes that the resource has. */
  listScopesOfRoles(roles: readonly string[]): string[] {
    return this.limit(roles.flatMap((role) => this.permissions.get(role) ?? []));
  }

  /** Whether a client may ask for the resource, however little it gets. */
  isGrantedTo({ resources, roles }: ResourceClient): boolean {
    return this.find(resources) !== undefined || roles.some((role) => this.permissions.has(role));
  }

  /** What a client may ask for: what it was granted directly and what its roles permit, of the scopes that the resource has. */
  listScopesOf({ resources, roles }: ResourceClient): string[] {
    return this.limit([...(this.find(resources)?.scopes ?? []), ...this.listScopesOfRoles(roles)]);
  }

  private find(permissions: readonly ServedPermission[]): ServedPermission | undefined {
    return permissions.find(({ resourceId }) => resourceId === this.id);
  }

  private limit(scopes: readonly string[]): string[] {
    const allowed = new Set(scopes);
    return this.scopes.flatMap(({ scope }) => (allowed.has(scope) ? scope : []));
  }
}

/** What decides about a client at resources. */
export interface ResourceClient {
  resources: readonly ServedPermission[];
  roles: readonly string[];
}
