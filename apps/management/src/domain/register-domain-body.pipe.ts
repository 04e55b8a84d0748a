import { Injectable } from '@nestjs/common';
import type { Violation } from '@latchkey/problem';
import type { JsonObject } from '../http/merge-patch.js';
import { OwnBodyPipe } from '../http/own-body.pipe.js';
import { DomainRegistrationService } from './domain-registration.service.js';

/** Requires a name that can be registered, in addition to the rules of the body's class. */
@Injectable()
export class RegisterDomainBodyPipe extends OwnBodyPipe {
  constructor(private readonly registrations: DomainRegistrationService) {
    super();
  }

  protected override findDependentViolations({ domain }: JsonObject): Violation[] {
    const detail = typeof domain === 'string' ? this.registrations.findNameViolation(domain) : null;
    return detail === null ? [] : [{ pointer: '/domain', detail }];
  }
}
