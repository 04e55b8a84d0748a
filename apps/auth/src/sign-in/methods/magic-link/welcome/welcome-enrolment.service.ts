import { Injectable } from '@nestjs/common';
import { AuthenticationMethodService } from '../../../../authentication-method/authentication-method.service.js';
import { PageRefusal } from '../../../../pages/http/page-refusal.js';
import { toEnrolledMethods, listOfferedEnrolments, type Enrollable } from '../../../state/next-step.js';
import type { WelcomeContext } from './welcome-context.loader.js';

/** What somebody whom a link has brought may set up before they are led on. */
@Injectable()
export class WelcomeEnrolmentService {
  constructor(private readonly methods: AuthenticationMethodService) {}

  /** Where an operator has had the passkeys reset, a new one takes their place, whatever else there is. */
  async listOffers({ domain, sub, link }: WelcomeContext): Promise<Enrollable[]> {
    const enrolled = toEnrolledMethods(await this.methods.summarize(domain, sub));
    if (link.resetPasskeys) return enrolled.passkeys ? [] : ['passkey'];
    return listOfferedEnrolments(['link'], enrolled);
  }

  /** @throws PageRefusal if this is not offered to them */
  async requireOffered(requestContext: WelcomeContext, method: Enrollable): Promise<void> {
    if (!(await this.listOffers(requestContext)).includes(method)) throw new PageRefusal('forbidden', 403, requestContext.domain.branding);
  }
}
