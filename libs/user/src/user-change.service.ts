import { Injectable } from '@nestjs/common';
import { randomId } from '@latchkey/crypto';
import { listAttributeChanges } from '@latchkey/events';
import {
  LoginNameRepository,
  RoleRepository,
  UserErasureRepository,
  UserRepository,
  UserRoleRepository,
  type Attributes,
  type User,
  type UserErasure,
} from '@latchkey/persistence';
import { Problem } from '@latchkey/problem';
import { applyPatch, findPatchViolations, listChangedNames } from './attributes.js';
import type { ChangedDomain, ErasingDomain } from './changed-domain.js';
import { describeErasure, ERASURE_RECEIPT_TYPE } from './erasure-receipt.js';
import type { JsonObject } from './merge-patch.js';
import { compareRoles } from './role-difference.js';

/** The identity provider of users who sign in to the domain itself. */
export const LOCAL_IDENTITY_PROVIDER = 'local';

/** A local user to create, with valid attributes. */
export interface NewUserRequest {
  attributes: Attributes;
  /** Undefined: a random one. */
  sub?: string | undefined;
}

/** How users change, whichever process is asked. Each method runs in its caller's transaction, which has locked the domain, and the user. */
@Injectable()
export class UserChangeService {
  constructor(
    private readonly users: UserRepository,
    private readonly userRoles: UserRoleRepository,
    private readonly erasures: UserErasureRepository,
    private readonly roles: RoleRepository,
    private readonly loginNames: LoginNameRepository,
  ) {}

  /**
   * Creates an active local user. A chosen `sub` is compared with the ids of clients, so that the domain must be locked against other changes.
   *
   * @returns the user's `sub`
   * @throws Problem username-taken, sub-taken; QuotaExceededError
   */
  async create(domain: ChangedDomain, { attributes, sub: chosen }: NewUserRequest): Promise<string> {
    if (chosen !== undefined && (await this.users.isSubTaken(domain.id, chosen))) throw createSubTakenProblem();
    const sub = await this.users.create(domain.id, { identityProvider: LOCAL_IDENTITY_PROVIDER, attributes, sub: chosen ?? null });
    if (sub === null) throw createUsernameTakenProblem('/preferredUsername');
    const changed = Object.keys(attributes).toSorted();
    await domain.record({ type: 'user.created', user: sub, data: { changed, identityProvider: null } });
    return sub;
  }

  /** Whether a local user signs in by this username or address. Call it while the domain is locked against other changes. */
  async isLoginName({ id }: Pick<ChangedDomain, 'id'>, name: string): Promise<boolean> {
    return (await this.loginNames.find(id, name)) !== null;
  }

  /** @throws Problem user-not-found */
  async get({ id }: Pick<ChangedDomain, 'id'>, sub: string): Promise<User> {
    const user = await this.users.find(id, sub);
    if (!user) throw createUserNotFoundProblem();
    return user;
  }

  /** Finds a user, and locks it until the transaction ends. @throws Problem user-not-found */
  async lock({ id }: Pick<ChangedDomain, 'id'>, sub: string): Promise<User> {
    const user = await this.users.lock(id, sub);
    if (!user) throw createUserNotFoundProblem();
    return user;
  }

  /**
   * Applies a merge patch to a user's attributes and active flag.
   *
   * @throws Problem username-taken, invalid-request, after which nothing has changed
   */
  async update(domain: ChangedDomain, user: User, patch: JsonObject): Promise<void> {
    const errors = findPatchViolations(patch, user.attributes);
    if (errors.length > 0)
      throw new Problem('invalid-request', 'The patch is invalid; nothing was changed. Each error is listed in errors.', { errors });
    const state = applyPatch(user, patch);
    const changed = listChangedNames(user, state);
    // Attributes set by the operator count as the operator's, even if an identity provider has sent the same value before.
    const vouchedFor = user.vouchedFor.filter((name) => !Object.hasOwn(patch, name));
    if (changed.length === 0 && vouchedFor.length === user.vouchedFor.length) return;
    if (!(await this.users.update(user, { ...state, vouchedFor }))) throw createUsernameTakenProblem('/preferred_username');
    const changes = listAttributeChanges(user.attributes, state.attributes);
    const active = state.active === user.active ? null : state.active;
    await domain.record({ type: 'user.updated', user: user.sub, data: { changed, active } }, changes);
  }

  /**
   * Removes a user with everything that belongs to them, and stores a signed receipt of it.
   *
   * @param user locked
   *
   * @returns the id of the erasure
   */
  async delete(domain: ErasingDomain, { sub }: User): Promise<string> {
    const { agents, erased } = (await this.users.delete(domain.id, sub))!;
    await domain.record({ type: 'user.deleted', user: sub });
    for (const client of agents) await domain.record({ type: 'client.active.updated', client, data: { active: false } });
    const erasure = { id: randomId(), sub, erasedAt: new Date() };
    const receipt = await domain.signReceipt(ERASURE_RECEIPT_TYPE, describeErasure(domain, erasure, erased));
    await this.erasures.create({ ...erasure, domainId: domain.id, receipt });
    return erasure.id;
  }

  /** The last erasure of a user with this `sub`. @throws Problem erasure-not-found */
  async getErasure({ id }: Pick<ChangedDomain, 'id'>, sub: string): Promise<UserErasure> {
    const erasure = await this.erasures.find(id, sub);
    if (!erasure) throw new Problem('erasure-not-found', 'The domain keeps no receipt of the erasure of a user with this sub.');
    return erasure;
  }

  /** Gives a new user those of the roles that exist. */
  async giveRoles(domain: ChangedDomain, sub: string, roles: readonly string[]): Promise<void> {
    if (roles.length === 0) return;
    const existing = await this.roles.lockExisting(domain.id, roles);
    await this.replaceRoles(domain, { domainId: domain.id, sub }, { before: [], roles: [...existing] });
  }

  /** Replaces all roles of a user. @param before the current ones, sorted @param roles existing roles that are locked */
  async replaceRoles(
    domain: ChangedDomain,
    user: Pick<User, 'domainId' | 'sub'>,
    { before, roles }: { before: readonly string[]; roles: readonly string[] },
  ): Promise<void> {
    const { added, removed } = compareRoles(before, roles.toSorted());
    if (added.length + removed.length === 0) return;
    await this.userRoles.put(user, roles);
    await domain.record({ type: 'user.roles.updated', user: user.sub, data: { added, removed } });
  }
}

function createUsernameTakenProblem(pointer: string): Problem {
  const detail = 'Another user of the domain has this username, or one that differs in case or Unicode form only. Nothing was changed.';
  return new Problem('username-taken', detail, { errors: [{ pointer, detail: 'is taken' }] });
}

function createSubTakenProblem(): Problem {
  const detail = 'A user or a client of the domain has this sub. Nothing was changed.';
  return new Problem('sub-taken', detail, { errors: [{ pointer: '/sub', detail: 'is taken' }] });
}

export function createUserNotFoundProblem(): Problem {
  return new Problem('user-not-found', 'The domain has no user with this sub.');
}
