import { Injectable } from '@nestjs/common';
import { LastSignInRepository } from '@latchkey/persistence';
import { CredentialChangeService } from '../../authentication-method/credential-change.service.js';
import { KnownBrowserService } from '../../authorization/known-browser.service.js';
import type { DomainRequest } from '../../domain/served-domain.service.js';

/** Tells users of sign-ins from browsers in which they have not signed in before. The cookie of a known browser is all that is kept for it. */
@Injectable()
export class NewBrowserService {
  constructor(
    private readonly browsers: KnownBrowserService,
    private readonly notices: CredentialChangeService,
    private readonly lastSignIns: LastSignInRepository,
  ) {}

  /**
   * Stores the time of a sign-in, before its browser becomes a known one.
   *
   * @param isLocal false for users of identity providers, who watch their own sign-ins
   */
  async record(domainRequest: DomainRequest, sub: string, isLocal: boolean): Promise<void> {
    const isFirst = await this.lastSignIns.record(domainRequest.domain.id, sub);
    // control: a sign-in from an unknown browser is reported to its user
    if (isFirst || !isLocal || (await this.browsers.isKnown(domainRequest, sub))) return;
    await this.notices.notify(domainRequest.domain, sub, 'new-device');
  }
}
