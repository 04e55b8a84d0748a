import { Inject, Injectable } from '@nestjs/common';
import type { AuthSettings } from '@latchkey/config';
import { Sealer } from '@latchkey/crypto';
import type { Visit } from '../domain/served-domain.js';
import { chooseLanguage } from '../pages/language.js';
import { sendPage } from '../pages/send-page.js';
import { signedOutPage } from '../pages/sign-out.view.js';
import { SETTINGS } from '../settings/settings.module.js';
import { openReturn } from './sign-out-return.js';

/** Leads those on who have signed out at a provider too. */
@Injectable()
export class SignedOut {
  private readonly sealer: Sealer;

  constructor(@Inject(SETTINGS) settings: AuthSettings) {
    this.sealer = new Sealer(settings.MASTER_KEY);
  }

  leave(visit: Visit): void {
    const { request, response, domain } = visit;
    const returnTo = openReturn(this.sealer, visit);
    if (returnTo !== null) return void response.writeHead(303, { Location: returnTo, 'Cache-Control': 'no-store' }).end();
    const language = chooseLanguage(undefined, request.headers['accept-language']);
    const context = { domain: domain.name, branding: domain.branding, language };
    sendPage(response, signedOutPage(context, { continueTo: '/account' }), { context });
  }
}
