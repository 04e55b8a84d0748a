import { Injectable } from '@nestjs/common';
import { Methods } from '../../method/methods.js';
import { PageRefusal } from '../../pages/page-refusal.js';
import { enrolledOf, worthOffering, type Enrollable } from '../next-step.js';
import type { WelcomeVisit } from './welcome-visits.js';

/** What somebody whom a link has brought may set up before they are led on. */
@Injectable()
export class WelcomeOffers {
  constructor(private readonly methods: Methods) {}

  /** Where an operator has had the passkeys reset, a new one takes their place, whatever else there is. */
  async of({ domain, sub, link }: WelcomeVisit): Promise<Enrollable[]> {
    const enrolled = enrolledOf(await this.methods.of(domain, sub));
    if (link.resetPasskeys) return enrolled.passkeys ? [] : ['passkey'];
    return worthOffering(['link'], enrolled);
  }

  /** @throws PageRefusal if this is not offered to them */
  async require(visit: WelcomeVisit, method: Enrollable): Promise<void> {
    if (!(await this.of(visit)).includes(method)) throw new PageRefusal('forbidden', 403, visit.domain.branding);
  }
}
