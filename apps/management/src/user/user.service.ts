import { Injectable } from '@nestjs/common';
import {
  UserPageRepository,
  UserSearchRepository,
  type DetailedUser,
  type Domain,
  type User,
  type UserFilter,
  type UserPage,
  type UserQuery,
  type Precondition,
} from '@latchkey/persistence';
import { buildNewAttributes, UserChangeService, type JsonObject } from '@latchkey/user';
import { AuditLogService } from '../audit-event/audit-log.service.js';
import { DomainChangeService } from '../current-domain/domain-change.service.js';
import type { UserRequest } from './user.dto.js';

interface UserKey {
  domain: Domain;
  sub: string;
}

@Injectable()
export class UserService {
  constructor(
    private readonly changes: DomainChangeService,
    private readonly userSearch: UserSearchRepository,
    private readonly userPages: UserPageRepository,
    private readonly userChanges: UserChangeService,
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
  get(domain: Domain, sub: string): Promise<User> {
    return this.userChanges.get(domain, sub);
  }

  /**
   * Creates an active local user.
   *
   * @returns the user's `sub`
   *
   * @throws Problem username-taken, sub-taken
   */
  create(domain: Domain, request: UserRequest): Promise<string> {
    const chosen = request.sub ?? undefined;
    const attributes = buildNewAttributes(request);
    const work = (): Promise<string> => this.userChanges.create(this.log.of(domain), { attributes, sub: chosen });
    // A chosen sub is compared with the ids of clients, whose creation takes the same lock.
    return chosen === undefined ? this.changes.change(domain, work) : this.changes.changeAlone(domain, work);
  }

  /** Runs a change of what belongs to a user, which waits for other changes of the user. @throws Problem user-not-found */
  changeOf<T>(domain: Domain, sub: string, work: (user: User) => Promise<T>): Promise<T> {
    return this.changes.change(domain, async () => work(await this.userChanges.lock(domain, sub)));
  }

  /**
   * Applies a merge patch to a user's attributes and active flag.
   *
   * @throws Problem user-not-found, precondition-failed, username-taken, invalid-request, after which nothing has changed
   */
  update({ domain, sub }: UserKey, patch: JsonObject, precondition: Precondition<User>): Promise<void> {
    return this.changeOf(domain, sub, async (user) => {
      await precondition(user);
      await this.userChanges.update(this.log.of(domain), user, patch);
    });
  }
}
