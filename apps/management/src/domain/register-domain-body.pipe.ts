import { Injectable } from '@nestjs/common';
import type { Fault } from '@latchkey/problem';
import type { JsonObject } from '../http/merge-patch.js';
import { OwnBodyPipe } from '../http/own-body.pipe.js';
import { DomainRegistrationService } from './domain-registration.service.js';

/** Requires a name that can be registered, in addition to the rules of the body's class. */
@Injectable()
export class RegisterDomainBodyPipe extends OwnBodyPipe {
  constructor(private readonly registrations: DomainRegistrationService) {
    super();
  }

  protected override findDependentFaults({ domain }: JsonObject): Fault[] {
    const detail = typeof domain === 'string' ? this.registrations.findNameFault(domain) : null;
    return detail === null ? [] : [{ pointer: '/domain', detail }];
  }
}
