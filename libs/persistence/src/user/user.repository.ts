import { Injectable } from '@nestjs/common';
import { Database } from '../database.js';
import { violatedConstraint } from '../database-fault.js';
import { User, type Attributes } from './user.entity.js';
import { searchText, usernameKey } from './username.js';

/** Rows that share the count of a domain's users. */
const COUNT_SHARDS = 16;
const ADD_TO_COUNT = `
  INSERT INTO user_count (domain_id, shard, users) VALUES ($1, floor(random() * ${COUNT_SHARDS}), $2)
  ON CONFLICT (domain_id, shard) DO UPDATE SET users = user_count.users + EXCLUDED.users`;

@Injectable()
export class UserRepository {
  constructor(private readonly database: Database) {}

  /** Makes a user. @returns null if the username is taken */
  async create(domainId: string, identityProvider: string, attributes: Attributes): Promise<User | null> {
    const user = this.rows.create({ domainId, identityProvider, attributes, ...searchable(attributes) });
    return this.database.transaction(async () => {
      const inserted = await this.unlessTaken((rows) => rows.insert(user as never));
      if (!inserted) return null;
      await this.database.manager.query(ADD_TO_COUNT, [domainId, 1]);
      return user;
    });
  }

  find(domainId: string, sub: string): Promise<User | null> {
    return this.rows.findOneBy({ domainId, sub });
  }

  /** Finds a user and locks it until the transaction ends, so that changes of one user follow one another. */
  lock(domainId: string, sub: string): Promise<User | null> {
    return this.rows.findOne({ where: { domainId, sub }, lock: { mode: 'pessimistic_write' } });
  }

  /** @returns false if the username is taken: nothing is changed then */
  async update({ domainId, sub }: Pick<User, 'domainId' | 'sub'>, change: Pick<User, 'active' | 'attributes'>): Promise<boolean> {
    const values = { ...change, ...searchable(change.attributes), updatedAt: () => 'clock_timestamp()' };
    return this.unlessTaken((rows) => rows.update({ domainId, sub }, values as never));
  }

  /** Removes the user with all that is theirs. @returns false if there is none */
  async delete(domainId: string, sub: string): Promise<boolean> {
    return this.database.transaction(async () => {
      const { affected } = await this.rows.delete({ domainId, sub });
      if (affected !== 1) return false;
      await this.database.manager.query(ADD_TO_COUNT, [domainId, -1]);
      return true;
    });
  }

  private async unlessTaken(write: (rows: typeof this.rows) => Promise<unknown>): Promise<boolean> {
    try {
      // The savepoint keeps an enclosing transaction usable.
      await this.database.manager.transaction((manager) => write(manager.getRepository(User)));
      return true;
    } catch (error) {
      if (violatedConstraint(error) === 'end_user_username') return false;
      throw error;
    }
  }

  private get rows() {
    return this.database.manager.getRepository(User);
  }
}

function searchable({ preferred_username: username, email }: Attributes): Pick<User, 'usernameKey' | 'searchText'> {
  return { usernameKey: usernameKey(username as string), searchText: searchText(username as string, email) };
}
