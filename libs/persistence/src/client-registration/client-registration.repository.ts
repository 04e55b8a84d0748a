import { Injectable } from '@nestjs/common';
import { readClientRegistration, type ClientRegistrationSettings } from '../client-registration-settings.js';
import { Database } from '../connection/database.js';
import { ClientRegistration } from './client-registration.entity.js';

/** How clients come to domains without an operator. The caller has locked the domain, and raises its revision. */
@Injectable()
export class ClientRegistrationRepository {
  constructor(private readonly database: Database) {}

  /** The settings of a domain, or the default if it has configured none. */
  async find(domainId: string): Promise<ClientRegistrationSettings> {
    return readClientRegistration(await this.rows.findOneBy({ domainId }));
  }

  /** Replaces the whole row. */
  async put(domainId: string, settings: ClientRegistrationSettings): Promise<void> {
    await this.rows.upsert({ domainId, ...settings }, ['domainId']);
  }

  private get rows() {
    return this.database.manager.getRepository(ClientRegistration);
  }
}
