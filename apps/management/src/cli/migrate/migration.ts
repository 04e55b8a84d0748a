import {
  findAbsoluteUriViolation,
  findClientIdViolation,
  findIssuerViolation,
  findScopeTokenViolation,
  normalizeMailDomain,
  OPENID_SCOPES,
} from '@latchkey/oauth';
import { MAX_ROLES_OF_ONE, type JsonObject } from '@latchkey/user';
import { findExpiryViolation, SERVICE_SCOPE, toClientDocument, type ForeignClient } from './client-document.js';
import { textOf } from './export-values.js';
import { RoleContents } from './role-contents.js';
import { toUserLine, type ForeignIdentity, type ForeignUser } from './user-line.js';

/** An API of another service. */
export interface ForeignResource {
  id: string;
  audience: string;
  name: string;
  scopes: readonly { scope: string; description: string }[];
  /** Seconds. */
  accessTokenExpiry?: unknown;
  /** Whether a user's roles limit its scopes. */
  enforceRoles?: boolean;
}

/** An OpenID Connect provider of another service. */
export interface ForeignProvider {
  issuer: unknown;
  clientId: unknown;
  displayName?: unknown;
  scopes?: readonly string[];
  tokenEndpointAuthMethod?: string | undefined;
  enabled?: boolean;
  trustEmailVerified?: boolean;
  /** Whether the first sign-in of a person creates a user. */
  createUsers?: boolean;
  /** The domains of Google Workspace whose users may sign in; undefined: everybody. */
  hostedDomains?: readonly string[] | undefined;
  /** The domains of the mail addresses whose owners are sent there. */
  mailDomains?: readonly unknown[];
}

/** Scopes at an API that a client may ask for, or that a role permits. */
export interface ForeignGrant {
  to: 'client' | 'role';
  name: string;
  audience: string;
  /** null: all of the API */
  scopes: readonly string[] | null;
}

/** What has no place here. */
export interface Omission {
  why: string;
  count: number;
  /** The first of them, such as `client portal`. */
  examples: string[];
}

const NAME = /^(?!\.{1,2}$)[A-Za-z0-9._~-]{1,128}$/;
const NAME_RULE = 'must have 1 to 128 letters, digits and - . _ ~';
const PROVIDER_NAME = /^(?!\.{1,2}$|local$)[A-Za-z0-9._~-]{1,64}$/;
const DOMAIN = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i;
const AUTH_METHODS = ['client_secret_basic', 'client_secret_post', 'private_key_jwt'];
const MIN_SECRET_LENGTH = 32;
const MAX_DESCRIPTION_LENGTH = 200;
const MAX_LABEL_LENGTH = 60;
const MAX_EXAMPLES = 50;
/** OpenID Connect Core section 2. */
const MAX_SUBJECT_LENGTH = 255;
/** Of a provider. */
const MAX_MAIL_DOMAINS = 100;

/** Collects what an export has, in the form of a configuration document and of lines for the import of users. */
export class Migration {
  readonly clients: Record<string, JsonObject> = {};
  readonly roles: Record<string, JsonObject> = {};
  readonly resources: Record<string, JsonObject & { scopes: readonly { scope: string }[] }> = {};
  readonly providers: Record<string, JsonObject> = {};
  /** The secrets of clients, by their ids, for `POST …/client/{clientId}/secret`. */
  readonly secrets: Record<string, string> = {};
  readonly roleContents = new RoleContents();
  private readonly resourceIds = new Map<string, string>();
  private readonly grants: ForeignGrant[] = [];
  private readonly clientsWithoutScope = new Set<string>();
  private readonly furtherRoles = new Map<string, readonly string[]>();
  private readonly mailDomains = new Set<string>();
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
    const { id } = client;
    const omit = (why: string): void => this.omit(`client ${id}`, why);
    const violation = findClientIdViolation(id);
    if (violation !== null) return omit(`its id ${violation}`);
    this.clients[id] = toClientDocument(client, omit);
    if (client.scope === '') this.clientsWithoutScope.add(id);
    this.addSecret(client, omit);
  }

  addRole(role: string, description: unknown = null): void {
    if (!NAME.test(role)) return this.omit(`role ${role}`, `its name ${NAME_RULE}`);
    const label = this.cut(`role ${role}`, description, MAX_DESCRIPTION_LENGTH);
    this.roles[role] = { ...this.roles[role], ...(label !== undefined && { description: label }) };
  }

  /** Gives a role to a client, as far as it comes along. */
  addRolesOfClient(id: string, names: readonly string[]): void {
    const client = this.clients[id];
    const roles = this.keepRoles(`client ${id}`, names);
    if (client && roles.length > 0) client['roles'] = roles;
  }

  addResource({ id, audience, name, scopes, accessTokenExpiry, enforceRoles = false }: ForeignResource): void {
    const what = `API ${id}`;
    if (!NAME.test(id)) return this.omit(what, `its id ${NAME_RULE}`);
    const violation = findAbsoluteUriViolation(audience);
    if (violation !== null) return this.omit(what, `its audience ${audience} ${violation}`);
    const kept = scopes.filter(({ scope }) => {
      const why = OPENID_SCOPES.has(scope) ? 'is one of OpenID Connect' : findScopeTokenViolation(scope);
      if (why !== null) this.omit(what, `the scope ${scope} ${why}`);
      return why === null;
    });
    const expiryViolation = accessTokenExpiry === undefined ? null : findExpiryViolation(accessTokenExpiry);
    if (expiryViolation !== null) this.omit(what, `accessTokenExpiry ${String(accessTokenExpiry)}: ${expiryViolation}`);
    this.resourceIds.set(audience, id);
    this.resources[id] = {
      audience,
      name: this.cut(what, name, MAX_LABEL_LENGTH) ?? id,
      scopes: kept.map(({ scope, description }) => ({ scope, description: this.cut(what, description, MAX_DESCRIPTION_LENGTH) ?? scope })),
      ...(accessTokenExpiry !== undefined && expiryViolation === null && { accessTokenExpiry }),
      ...(enforceRoles && { enforceRoles }),
    };
  }

  /** Grants scopes once all clients, roles and APIs are known. */
  addGrant(grant: ForeignGrant): void {
    this.grants.push(grant);
  }

  addProvider(name: string, provider: ForeignProvider): void {
    const what = `identity provider ${name}`;
    const { issuer, clientId, displayName, scopes = [], tokenEndpointAuthMethod: method, enabled = true, hostedDomains } = provider;
    if (!PROVIDER_NAME.test(name)) return this.omit(what, 'its name must have 1 to 64 letters, digits and - . _ ~');
    if (textOf(issuer) === undefined || textOf(clientId) === undefined)
      return this.omit(what, 'the export has no issuer of OpenID Connect: set it up as docs/operations/identity-provider-setup.md says');
    const violation = findIssuerViolation(issuer);
    if (violation !== null) return this.omit(what, `its issuer ${violation}`);
    // Without this claim everybody with an account at Google could sign in.
    if (hostedDomains?.some((domain) => !DOMAIN.test(domain)))
      return this.omit(what, `it admits the domains ${hostedDomains.join(', ')}: name each, as the claim hd in requiredClaims`);
    const isKnownMethod = method === undefined || AUTH_METHODS.includes(method);
    if (!isKnownMethod) this.omit(what, `the authentication ${method} is not possible: it uses client_secret_basic`);
    const label = this.cut(what, displayName, MAX_LABEL_LENGTH);
    const mailDomains = this.takeMailDomains(what, provider.mailDomains ?? []);
    this.providers[name] = {
      issuer,
      clientId,
      ...(label !== undefined && { displayName: label }),
      ...(scopes.includes('openid') && { scopes: [...new Set(scopes)] }),
      ...(isKnownMethod && method && { tokenEndpointAuthMethod: method }),
      ...(!enabled && { enabled }),
      ...(provider.createUsers === false && { createUsers: false }),
      ...(provider.trustEmailVerified && { trustEmailVerified: true }),
      ...(hostedDomains && { requiredClaims: { hd: hostedDomains } }),
      ...(mailDomains.length > 0 && { mailDomains }),
    };
    if (method !== 'private_key_jwt') this.omit(what, 'the document has no secrets of providers: set clientSecret before you apply it');
  }

  /** @returns the line of a user for the import, or null if they cannot be imported */
  toUserLine(user: ForeignUser): JsonObject | null {
    const what = `user ${user.sub}`;
    const isKnown = ({ provider, subject }: ForeignIdentity): boolean =>
      Object.hasOwn(this.providers, provider) && subject !== undefined && subject.length <= MAX_SUBJECT_LENGTH;
    const line = toUserLine(user, isKnown, (why) => this.omit(what, why));
    const roles = line && this.keepRoles(what, [...(user.roles ?? []), ...(this.furtherRoles.get(user.sub) ?? [])]);
    return line && { ...line, ...(roles!.length > 0 && { roles }) };
  }

  /** Gives a user roles that the export lists apart from the user. */
  addRolesOf(sub: string, roles: readonly string[]): void {
    this.furtherRoles.set(sub, [...(this.furtherRoles.get(sub) ?? []), ...roles]);
  }

  /** The configuration document. */
  toDocument(): JsonObject {
    for (const grant of this.grants.splice(0)) this.applyGrant(grant);
    for (const id of this.clientsWithoutScope)
      if (!this.clients[id]!['resources'])
        this.omit(`client ${id}`, `the export does not name its scopes: it may request ${SERVICE_SCOPE}; set those of its APIs`);
    const { clients, roles, resources, providers } = this;
    const permitted = new Set(
      Object.values(roles).flatMap(({ permissions = [] }) => (permissions as { resource: string }[]).map((each) => each.resource)),
    );
    for (const [id, { enforceRoles }] of Object.entries(resources))
      if (enforceRoles && !permitted.has(id))
        this.omit(`API ${id}`, 'it enforces roles, but the export has no role that permits its scopes: users get none');
    return { version: 1, clients, resources, roles, providers };
  }

  private applyGrant({ to, name, audience, scopes }: ForeignGrant): void {
    const [what, holder] = [`${to} ${name}`, to === 'client' ? this.clients[name] : this.roles[name]];
    const id = this.resourceIds.get(audience);
    if (!holder) return this.omit(what, `is not in the export, but has scopes of the API ${audience}`);
    if (id === undefined) return this.omit(what, `the API ${audience} is not in the export: its scopes stay behind`);
    const known = this.resources[id]!.scopes.map(({ scope }) => scope);
    const kept = scopes === null ? known : scopes.filter((scope) => known.includes(scope));
    for (const scope of scopes ?? []) if (!known.includes(scope)) this.omit(what, `the API ${audience} has no scope ${scope}`);
    if (to === 'client') holder['resources'] = { ...(holder['resources'] as JsonObject), [id]: { scopes: kept } };
    else holder['permissions'] = [...((holder['permissions'] ?? []) as JsonObject[]), { resource: id, scopes: kept }];
  }

  /** A role that the export does not describe is made all the same, so that its users can be imported. */
  private keepRoles(what: string, names: readonly string[]): string[] {
    for (const role of names) if (!NAME.test(role)) this.omit(what, `the role ${role}: a name ${NAME_RULE}`);
    const roles = [...new Set(names)].filter((role) => NAME.test(role));
    for (const role of roles) this.roles[role] ??= {};
    if (roles.length > MAX_ROLES_OF_ONE) this.omit(what, `its roles beyond the first ${MAX_ROLES_OF_ONE}`);
    return roles.slice(0, MAX_ROLES_OF_ONE).toSorted();
  }

  private addSecret({ id, clientType, secret }: ForeignClient, omit: (why: string) => void): void {
    if (clientType !== 'Confidential') return;
    if (typeof secret !== 'string' || /^\*+$/.test(secret)) omit('the export does not show its secret: it gets a new one');
    else if (secret.length < MIN_SECRET_LENGTH) omit(`its secret has fewer than ${MIN_SECRET_LENGTH} characters: it gets a new one`);
    else this.secrets[id] = secret;
  }

  /** Each domain belongs to one provider. */
  private takeMailDomains(what: string, names: readonly unknown[]): string[] {
    if (names.length > MAX_MAIL_DOMAINS) this.omit(what, `its mail domains beyond the first ${MAX_MAIL_DOMAINS}`);
    return names.slice(0, MAX_MAIL_DOMAINS).flatMap((name) => {
      const domain = typeof name === 'string' ? normalizeMailDomain(name) : null;
      const isTaken = domain !== null && !this.mailDomains.has(domain);
      if (!isTaken) this.omit(what, `the mail domain ${String(name)} is none, or of another provider`);
      else this.mailDomains.add(domain);
      return isTaken ? [domain] : [];
    });
  }

  /** @returns the text as far as it fits, or undefined without one */
  private cut(what: string, value: unknown, length: number): string | undefined {
    const text = textOf(value);
    if (text && text.length > length) this.omit(what, `a text is cut to ${length} characters`);
    return text?.slice(0, length);
  }
}
