import { Injectable } from '@nestjs/common';
import { DomainRepository, type Domain } from '@latchkey/persistence';
import { parseBody } from '../../http/parse-body.js';
import { SignInRequest } from '../../sign-in/sign-in.dto.js';
import { SignInService, type SignInSettings } from '../../sign-in/sign-in.service.js';
import { NO_SECRETS, type Section, type SectionChange } from '../section.js';

/** How users of a domain sign in. */
@Injectable()
export class SignInSection implements Section<SignInSettings> {
  readonly name = 'signIn';
  readonly permission = 'domain';

  constructor(
    private readonly domains: DomainRepository,
    private readonly signIn: SignInService,
  ) {}

  /** Reads the domain again, because another request may have changed it since this one began. */
  async read(domain: Domain): Promise<SignInSettings> {
    return this.signIn.get((await this.domains.find(domain.id)) ?? domain);
  }

  async parse(_domain: Domain, value: unknown): Promise<SignInSettings> {
    return this.signIn.get(this.signIn.complete(await parseBody(SignInRequest, value)));
  }

  async apply({ domain, after }: SectionChange<SignInSettings>): Promise<ReadonlyMap<string, string>> {
    await this.signIn.replace(domain, after, () => undefined);
    return NO_SECRETS;
  }
}
