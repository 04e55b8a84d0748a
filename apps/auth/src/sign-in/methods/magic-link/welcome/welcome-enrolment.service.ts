import { Injectable } from '@nestjs/common';
import { AuthenticationMethodService } from '../../../../authentication-method/authentication-method.service.js';
import { PageRefusal } from '../../../../pages/http/page-refusal.js';
import { toEnrolledMethods, listOfferedEnrolments, type Enrollable } from '../../../state/next-step.js';
import type { WelcomeContext } from './welcome-context.loader.js';

/** Determines the methods to offer after a magic link created by the API. */
@Injectable()
export class WelcomeEnrolmentService {
  constructor(private readonly methods: AuthenticationMethodService) {}

  /** After a passkey reset, offer a new passkey even if the user has other methods. */
  async listOffers({ domain, sub, link }: WelcomeContext): Promise<Enrollable[]> {
    const enrolled = toEnrolledMethods(await this.methods.summarize(domain, sub));
    if (link.resetPasskeys) return enrolled.passkeys ? [] : ['passkey'];
    return listOfferedEnrolments(['link'], enrolled);
  }

  /** @throws PageRefusal if the method is not offered to this user */
  async requireOffered(requestContext: WelcomeContext, method: Enrollable): Promise<void> {
    if (!(await this.listOffers(requestContext)).includes(method)) throw new PageRefusal('forbidden', 403, requestContext.domain.branding);
  }
}
