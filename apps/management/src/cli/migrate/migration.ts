import {
  CLAIM_TYPES,
  findClientIdViolation,
  findOriginViolation,
  findRedirectUriViolation,
  findSubViolation,
  findUsernameViolation,
  type ClientType,
  type GrantType,
} from '@latchkey/oauth';
import { findNewAttributesViolations, isObject, MAX_ROLES_OF_ONE, type JsonObject } from '@latchkey/user';

/** A client of another service. Absent: it has none, or the export does not show it. */
export interface ForeignClient {
  id: string;
  clientType: ClientType;
  grantType: GrantType;
  scope: string;
  redirectUris?: readonly unknown[] | undefined;
  postSignOutRedirectUris?: readonly unknown[] | undefined;
  allowedOrigins?: readonly unknown[] | undefined;
  name?: unknown;
  /** Whether it also gets tokens of its own. */
  clientCredentials?: boolean;
  active?: boolean;
  secret?: unknown;
}

/** A user of another service. */
export interface ForeignUser {
  sub: string;
  /** Names that could be the username, the best first. */
  usernames: readonly unknown[];
  name?: unknown;
  attributes: JsonObject;
  active?: boolean;
  roles?: readonly string[];
  /** Whether they have signed in with a password. */
  hasPassword?: boolean;
}

/** What has no place here. */
export interface Omission {
  why: string;
  count: number;
  /** The first of them, such as `client portal`. */
  examples: string[];
}

const ROLE_NAME = /^(?!\.{1,2}$)[A-Za-z0-9._~-]{1,128}$/;
const MIN_SECRET_LENGTH = 32;
/** For a service without scopes in the export, because a client must have one. */
const SERVICE_SCOPE = 'api';
const MAX_EXAMPLES = 20;

/** Collects what an export has, in the form of a configuration document and of lines for the import of users. */
export class Migration {
  readonly clients: Record<string, JsonObject> = {};
  readonly roles: Record<string, JsonObject> = {};
  readonly resources: Record<string, JsonObject> = {};
  readonly providers: Record<string, JsonObject> = {};
  /** The secrets of clients, by their ids, for `POST …/client/{clientId}/secret`. */
  readonly secrets: Record<string, string> = {};
  private readonly furtherRoles = new Map<string, readonly string[]>();
  private readonly omissions = new Map<string, Omission>();

  /** Adds to the report, whose size depends on the reasons, not on the users. */
  omit(what: string, why: string): void {
    const omission = this.omissions.get(why) ?? { why, count: 0, examples: [] };
    omission.count += 1;
    if (omission.examples.length < MAX_EXAMPLES) omission.examples.push(what);
    this.omissions.set(why, omission);
  }

  /** Everything that has no place here, by the reason, the most frequent first. */
  listOmissions(): Omission[] {
    return [...this.omissions.values()].toSorted((a, b) => b.count - a.count);
  }

  addClient(client: ForeignClient): void {
    const { id, clientType, grantType, scope, clientCredentials = false, active = true } = client;
    const what = `client ${id}`;
    const violation = findClientIdViolation(id);
    if (violation !== null) return this.omit(what, `its id ${violation}`);
    const keep = (name: string, values: readonly unknown[] = [], find: (value: unknown) => string | null): string[] => {
      const kept = values.filter((value) => {
        const why = find(value);
        if (why !== null) this.omit(what, `${name} ${String(value)}: ${why}`);
        return why === null;
      });
      return [...new Set(kept as string[])];
    };
    const findUri = (value: unknown): string | null =>
      typeof value === 'string' && value.includes('*')
        ? 'wildcards are not possible: name each URI'
        : findRedirectUriViolation(value, clientType);
    const redirectUris = keep('redirect URI', client.redirectUris, findUri);
    const postSignOutRedirectUris = keep('logout URI', client.postSignOutRedirectUris, findUri);
    const allowedOrigins = keep('origin', client.allowedOrigins, (value) => findOriginViolation(value, clientType));
    this.clients[id] = {
      clientType,
      grantType,
      scope: scope === '' ? SERVICE_SCOPE : scope,
      ...(redirectUris.length > 0 && { redirectUris }),
      ...(postSignOutRedirectUris.length > 0 && { postSignOutRedirectUris }),
      ...(allowedOrigins.length > 0 && { allowedOrigins }),
      ...(typeof client.name === 'string' && client.name !== '' && { presentation: { name: client.name } }),
      ...(clientCredentials && clientType === 'Confidential' && { grants: { clientCredentials: true } }),
      ...(!active && { active: { active: false } }),
    };
    if (scope === '') this.omit(what, `the export does not name its scopes: it may request ${SERVICE_SCOPE}; set those of its APIs`);
    this.addSecret(id, client);
  }

  addRole(role: string, description: unknown = null): void {
    if (!ROLE_NAME.test(role)) return this.omit(`role ${role}`, 'its name must have 1 to 128 letters, digits and - . _ ~');
    this.roles[role] = typeof description === 'string' && description !== '' ? { description: description.slice(0, 200) } : {};
  }

  addResource(
    id: string,
    audience: string,
    { name, scopes }: { name: string; scopes: readonly { scope: string; description: string }[] },
  ): void {
    if (!ROLE_NAME.test(id)) return this.omit(`API ${id}`, 'its id must have 1 to 128 letters, digits and - . _ ~');
    if (!URL.canParse(audience)) return this.omit(`API ${id}`, `its audience ${audience} is no absolute URI`);
    this.resources[id] = { audience, name, scopes };
  }

  addProvider(name: string, { issuer, clientId, displayName }: { issuer: unknown; clientId: unknown; displayName?: unknown }): void {
    if (typeof issuer !== 'string' || typeof clientId !== 'string')
      return this.omit(`identity provider ${name}`, 'only OpenID Connect providers with an issuer are possible');
    this.providers[name] = { issuer, clientId, ...(typeof displayName === 'string' && { displayName }) };
    this.omit(`identity provider ${name}`, 'the export has no usable secret: set clientSecret before you apply the document');
  }

  /** @returns the line of a user for the import, or null if they cannot be imported */
  toUserLine(user: ForeignUser): JsonObject | null {
    const what = `user ${user.sub}`;
    const preferredUsername = user.usernames.find((name) => typeof name === 'string' && findUsernameViolation(name) === null) as
      string | undefined;
    if (preferredUsername === undefined) {
      this.omit(what, 'neither the username nor the email address can be a username here, which has at least 10 characters');
      return null;
    }
    const attributes = Object.fromEntries(
      Object.entries(user.attributes).filter(([, value]) => value !== undefined && value !== null && value !== ''),
    );
    const hasSub = findSubViolation(user.sub) === null;
    if (!hasSub) Object.assign(attributes, { legacy_sub: user.sub });
    const name = typeof user.name === 'string' && user.name !== '' ? user.name : preferredUsername;
    for (const { pointer, detail } of findNewAttributesViolations(attributes, { preferred_username: preferredUsername, name })) {
      const attribute = pointer.split('/')[1]!.replaceAll('~1', '/').replaceAll('~0', '~');
      this.omit(what, `the attribute ${attribute} ${detail}`);
      delete attributes[attribute];
    }
    if (!hasSub) this.omit(what, 'its id cannot be a sub; it is kept as the attribute legacy_sub');
    if (user.hasPassword) this.omit(what, 'the password has no place here: send them a link');
    const roles = this.keepRoles(what, [...(user.roles ?? []), ...(this.furtherRoles.get(user.sub) ?? [])]);
    return {
      ...(hasSub && { sub: user.sub }),
      preferredUsername,
      name,
      attributes,
      ...(user.active === false && { active: false }),
      ...(roles.length > 0 && { roles }),
    };
  }

  /** Gives a user roles that the export lists apart from the user. */
  addRolesOf(sub: string, roles: readonly string[]): void {
    this.furtherRoles.set(sub, [...(this.furtherRoles.get(sub) ?? []), ...roles]);
  }

  /** The configuration document. */
  toDocument(): JsonObject {
    const { clients, roles, resources, providers } = this;
    return { version: 1, clients, resources, roles, providers };
  }

  /** A role that the export does not describe is made all the same, so that its users can be imported. */
  private keepRoles(what: string, names: readonly string[]): string[] {
    const [valid, invalid] = [names.filter((name) => ROLE_NAME.test(name)), names.filter((name) => !ROLE_NAME.test(name))];
    for (const role of invalid) this.omit(what, `the role ${role}: a name must have 1 to 128 letters, digits and - . _ ~`);
    const roles = [...new Set(valid)];
    for (const role of roles) this.roles[role] ??= {};
    if (roles.length > MAX_ROLES_OF_ONE) this.omit(what, `its roles beyond the first ${MAX_ROLES_OF_ONE}`);
    return roles.slice(0, MAX_ROLES_OF_ONE);
  }

  private addSecret(id: string, { clientType, secret }: ForeignClient): void {
    if (clientType !== 'Confidential') return;
    if (typeof secret !== 'string' || /^\*+$/.test(secret))
      this.omit(`client ${id}`, 'the export does not show its secret: it gets a new one');
    else if (secret.length < MIN_SECRET_LENGTH)
      this.omit(`client ${id}`, `its secret has fewer than ${MIN_SECRET_LENGTH} characters: it gets a new one`);
    else this.secrets[id] = secret;
  }
}

/** A claim value that is valid, otherwise undefined; for values that the other service did not check. */
export function claimOf(name: string, value: unknown): unknown {
  return CLAIM_TYPES.get(name)?.(value) === null ? value : undefined;
}

export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The parts of a name that are known. */
export function fullName(...parts: unknown[]): string {
  return parts
    .map(textOf)
    .filter((part) => part !== undefined)
    .join(' ');
}
