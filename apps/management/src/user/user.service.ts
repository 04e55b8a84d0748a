import { Injectable } from '@nestjs/common';
import { listAttributeChanges } from '@latchkey/events';
import {
  UserPageRepository,
  UserRepository,
  UserSearchRepository,
  type DetailedUser,
  type Domain,
  type User,
  type UserFilter,
  type UserPage,
  type UserQuery,
  type Precondition,
} from '@latchkey/persistence';
import { Problem } from '@latchkey/problem';
import { DomainChangeService } from '../current-domain/domain-change.service.js';
import { AuditLogService } from '../audit-event/audit-log.service.js';

import { applyPatch, buildNewAttributes, findPatchViolations, listChangedNames } from './attributes.js';
import type { JsonObject } from '../http/merge-patch.js';
import type { UserRequest } from './user.dto.js';

interface UserKey {
  domain: Domain;
  sub: string;
}

/** The identity provider of users who sign in to the domain itself. */
export const LOCAL_IDENTITY_PROVIDER = 'local';

@Injectable()
export class UserService {
  constructor(
    private readonly changes: DomainChangeService,
    private readonly users: UserRepository,
    private readonly userSearch: UserSearchRepository,
    private readonly userPages: UserPageRepository,
    private readonly log: AuditLogService,
  ) {}

  search(domain: Domain, query: UserQuery): Promise<UserPage> {
    return this.userSearch.search(domain.id, query);
  }

  /** The users that match, in a stable order. @param after the `sub` after which they begin; null for all */
  stream(domain: Domain, filter: UserFilter, after: string | null): AsyncIterable<DetailedUser> {
    return this.userPages.listAll(domain.id, filter, after);
  }

  /** @throws Problem user-not-found */
  async get(domain: Domain, sub: string): Promise<User> {
    const user = await this.users.find(domain.id, sub);
    if (!user) throw createUserNotFoundProblem();
    return user;
  }

  /**
   * Creates an active local user.
   *
   * @returns the user's `sub`
   *
   * @throws Problem username-taken, sub-taken
   */
  create(domain: Domain, request: UserRequest): Promise<string> {
    const { sub: chosen } = request;
    const attributes = buildNewAttributes(request);
    const work = async (): Promise<string> => {
      if (chosen !== undefined && (await this.users.isSubTaken(domain.id, chosen))) throw createSubTakenProblem();
      const sub = await this.users.create(domain.id, { identityProvider: LOCAL_IDENTITY_PROVIDER, attributes, sub: chosen ?? null });
      if (sub === null) throw createUsernameTakenProblem('/preferredUsername');
      await this.log.record(domain.id, {
        type: 'user.created',
        user: sub,
        data: { changed: Object.keys(attributes).toSorted(), identityProvider: null },
      });
      return sub;
    };
    // A chosen sub is compared with the ids of clients, whose creation takes the same lock.
    return chosen === undefined ? this.changes.change(domain, work) : this.changes.changeAlone(domain, work);
  }

  /** Runs a change of what belongs to a user, which waits for other changes of the user. @throws Problem user-not-found */
  changeOf<T>(domain: Domain, sub: string, work: (user: User) => Promise<T>): Promise<T> {
    return this.changes.change(domain, async () => {
      const user = await this.users.lock(domain.id, sub);
      if (!user) throw createUserNotFoundProblem();
      return work(user);
    });
  }

  /**
   * Applies a merge patch to a user's attributes and active flag.
   *
   * @throws Problem user-not-found, precondition-failed, username-taken, invalid-request, after which nothing has changed
   */
  update({ domain, sub }: UserKey, patch: JsonObject, precondition: Precondition<User>): Promise<void> {
    return this.changeOf(domain, sub, async (user) => {
      await precondition(user);
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
      await this.log.record(domain.id, { type: 'user.updated', user: user.sub, data: { changed, active } }, changes);
    });
  }

  /**
   * Removes a user with everything that belongs to them.
   * @throws Problem user-not-found, precondition-failed
   */
  delete(domain: Domain, sub: string, precondition: Precondition<User>): Promise<void> {
    return this.changeOf(domain, sub, async (user) => {
      await precondition(user);
      const agents = (await this.users.delete(domain.id, user.sub)) ?? [];
      await this.log.record(domain.id, { type: 'user.deleted', user: user.sub });
      for (const client of agents) await this.log.record(domain.id, { type: 'client.active.updated', client, data: { active: false } });
    });
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
