import { isDeepStrictEqual } from 'node:util';
import { normalizeSub, normalizeUsername } from '@latchkey/oauth';
import { randomId } from '@latchkey/crypto';
import { userIdOf, type KnownIdentity, type KnownUser, type TrialUser, type UserImportError } from '@latchkey/persistence';
import type { Violation } from '@latchkey/problem';
import { applyPatch, buildNewAttributes, findPatchViolations, listChangedNames, type JsonObject } from '@latchkey/user';
import { findMissingRoles } from '../role/role-reference.service.js';
import type { ParsedLine } from './parse-line.js';
import type { UserImportLineRequest } from './user-import.dto.js';

/** What the lines of a batch are compared with. */
export interface PlanContext {
  domainId: string;
  /** The users that the lines can mean. */
  users: readonly KnownUser[];
  /** Those of the lines' subs that clients have as their ids. */
  clientIds: ReadonlySet<string>;
  /** Those of the lines' roles that the domain has. */
  roles: ReadonlySet<string>;
  /** How many users the quota permits to create. */
  room: number;
  /** Those of the lines' identities whose provider the domain has. */
  identities: readonly KnownIdentity[];
}

/** A new user. */
export type PlannedCreation = TrialUser & { identity: KnownIdentity | null };
/** A change of a user. @property patch a merge patch of the user @property areRolesGiven whether the line names the roles */
export type PlannedUpdate = TrialUser & { patch: JsonObject; areRolesGiven: boolean };

/** The names of a line's properties, by the pointers of a merge patch of a user. */
const OWN_POINTERS: Readonly<Record<string, string>> = {
  '/preferred_username': '/preferredUsername',
  '/name': '/name',
  '/active': '/active',
};

/** Decides line by line what to do, as single calls in this order would. It changes nothing but itself. */
export class UserImportPlan {
  readonly creations: PlannedCreation[] = [];
  readonly updates: PlannedUpdate[] = [];
  readonly errors: UserImportError[] = [];
  failed = 0;
  /** The number of lines that are planned. */
  read = 0;

  private readonly byId = new Map<string, KnownUser>();
  private readonly byName = new Map<string, KnownUser>();

  private readonly identities = new Map<string, KnownIdentity>();

  constructor(private readonly context: PlanContext) {
    for (const identity of context.identities) this.identities.set(toKey(identity), { ...identity });
    for (const user of context.users) this.remember(user);
  }

  /** Plans lines up to one that updates a user whom an earlier one creates: it has to wait until that user is stored. */
  add(lines: readonly ParsedLine[]): void {
    for (const line of lines) {
      const { user } = line;
      const known = user && this.find(user);
      if (known && this.creations.includes(known as PlannedCreation)) return;
      this.read += 1;
      if (!user) this.fail(line.number, line.violations);
      else if (known) this.update(line.number, user, known);
      else this.create(line.number, user);
    }
  }

  private find({ sub, preferredUsername }: UserImportLineRequest): KnownUser | null {
    const key = sub ? userIdOf(this.context.domainId, sub) : null;
    return (key === null ? this.byName.get(normalizeUsername(preferredUsername)) : this.byId.get(key)) ?? null;
  }

  private create(number: number, request: UserImportLineRequest): void {
    const { sub: chosen, active, preferredUsername } = request;
    const violations = [
      ...this.findNameViolations(preferredUsername, null),
      ...this.findRoleViolations(request),
      ...this.findIdentityViolations(request, null),
    ];
    // control: an import creates no user with the id of a client
    if (chosen && this.context.clientIds.has(normalizeSub(chosen))) violations.push({ pointer: '/sub', detail: 'is the id of a client' });
    if (violations.length === 0 && this.creations.length >= this.context.room) {
      violations.push({ pointer: '', detail: 'exceeds the quota of the subscription for users: delete some, or have it raised' });
    }
    if (violations.length > 0) return this.fail(number, violations);
    const sub = chosen ? normalizeSub(chosen) : randomId();
    const attributes = buildNewAttributes(request);
    const user = {
      number,
      id: userIdOf(this.context.domainId, sub),
      sub,
      active: active ?? true,
      attributes,
      vouchedFor: [],
      roles: toRoles(request) ?? [],
      identity: this.takeIdentity(request, sub),
    };
    this.creations.push(this.remember({ ...user, usernameKey: normalizeUsername(preferredUsername) }));
  }

  private update(number: number, request: UserImportLineRequest, known: KnownUser): void {
    const { preferredUsername, name, active, attributes } = request;
    const patch = { preferred_username: preferredUsername, name, ...attributes, ...(typeof active === 'boolean' && { active }) };
    const violations = [
      ...this.findNameViolations(preferredUsername, known),
      ...this.findRoleViolations(request),
      ...this.findIdentityViolations(request, known.sub),
      ...findPatchViolations(patch, known.attributes).map(({ pointer, detail }) => ({ pointer: toOwnPointer(pointer), detail })),
    ];
    if (violations.length > 0) return this.fail(number, violations);
    const state = applyPatch(known, patch);
    const vouchedFor = known.vouchedFor.filter((attribute) => !Object.hasOwn(patch, attribute));
    const roles = toRoles(request) ?? known.roles;
    const hasSameRoles = isDeepStrictEqual(roles, known.roles);
    if (listChangedNames(known, state).length === 0 && vouchedFor.length === known.vouchedFor.length && hasSameRoles) return;
    const user = { ...known, ...state, vouchedFor, roles, usernameKey: normalizeUsername(preferredUsername) };
    this.byName.delete(known.usernameKey);
    this.updates.push({ ...this.remember(user), number, patch, areRolesGiven: !hasSameRoles });
  }

  private findNameViolations(username: string, owner: KnownUser | null): Violation[] {
    const holder = this.byName.get(normalizeUsername(username));
    if (!holder || holder.id === owner?.id) return [];
    const detail = `is the username of the user ${holder.sub}, or differs from it in case or Unicode form only. Choose another one, or give that sub`;
    return [{ pointer: '/preferredUsername', detail }];
  }

  private findRoleViolations({ roles }: UserImportLineRequest): Violation[] {
    return findMissingRoles(roles ?? [], this.context.roles).map(({ pointer, detail }) => ({ pointer: `/roles${pointer}`, detail }));
  }

  /** @param owner the sub of the user of the line; null for a new one */
  private findIdentityViolations({ identity }: UserImportLineRequest, owner: string | null): Violation[] {
    if (!identity) return [];
    const known = this.identities.get(toKey(identity));
    if (!known) {
      return [{ pointer: '/identity/provider', detail: `must be an identity provider of the domain, which has no ${identity.provider}` }];
    }
    // control: an import changes no identity of a user
    if (known.owner === owner) return [];
    const detail =
      known.owner === null ? 'must be the identity of the user, which never changes' : `is the identity of the user ${known.owner}`;
    return [{ pointer: '/identity', detail }];
  }

  private takeIdentity({ identity }: UserImportLineRequest, sub: string): KnownIdentity | null {
    const known = identity && this.identities.get(toKey(identity));
    if (!known) return null;
    known.owner = sub;
    return known;
  }

  private remember<T extends KnownUser>(user: T): T {
    this.byId.set(user.id, user);
    this.byName.set(user.usernameKey, user);
    return user;
  }

  private fail(line: number, violations: readonly Violation[]): void {
    this.failed += 1;
    this.errors.push(...violations.map(({ pointer, detail }) => ({ line, pointer, detail })));
  }
}

const toKey = ({ provider, subject }: Pick<KnownIdentity, 'provider' | 'subject'>): string => JSON.stringify([provider, subject]);

/** @returns undefined if the line leaves them as they are */
function toRoles({ roles }: UserImportLineRequest): string[] | undefined {
  return roles?.toSorted();
}

function toOwnPointer(pointer: string): string {
  return pointer === '' ? '' : (OWN_POINTERS[pointer] ?? `/attributes${pointer}`);
}
