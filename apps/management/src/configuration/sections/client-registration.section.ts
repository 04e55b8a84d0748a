import { Injectable } from '@nestjs/common';
import type { ClientRegistrationSettings, Domain } from '@latchkey/persistence';
import type { Violation } from '@latchkey/problem';
import { ClientRegistrationRequest } from '../../client-registration/client-registration.dto.js';
import { listReferences, toSettings } from '../../client-registration/client-registration-rules.js';
import { ClientRegistrationService } from '../../client-registration/client-registration.service.js';
import type { ValidPart } from '../../http/checked-body.js';
import { parseBody } from '../../http/parse-body.js';
import { findMissing } from '../../resource/resource-reference.service.js';
import { NO_SECRETS, type Section, type SectionChange, type Targets } from '../section.js';

/** How clients come to a domain without an operator. */
@Injectable()
export class ClientRegistrationSection implements Section<ClientRegistrationSettings> {
  readonly name = 'clientRegistration';
  readonly permission = 'client';

  constructor(private readonly registration: ClientRegistrationService) {}

  async read(domain: Domain): Promise<ClientRegistrationSettings> {
    return toSettings(await this.registration.get(domain));
  }

  async parse(_domain: Domain, value: unknown): Promise<ClientRegistrationSettings> {
    return toSettings(await parseBody(ClientRegistrationRequest, value));
  }

  findReferenceViolations(sent: ValidPart<ClientRegistrationSettings>, { resources }: Targets): Violation[] {
    // control: registered clients of a document reach no resource that does not exist
    return findMissing(listReferences(sent), resources);
  }

  async apply({ domain, before, after }: SectionChange<ClientRegistrationSettings>): Promise<ReadonlyMap<string, string>> {
    await this.registration.store(domain, { before, after });
    return NO_SECRETS;
  }
}
