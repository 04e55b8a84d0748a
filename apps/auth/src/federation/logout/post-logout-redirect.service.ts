import { Inject, Injectable } from '@nestjs/common';
import type { AuthSettings } from '@latchkey/config';
import { Encryptor } from '@latchkey/crypto';
import type { DomainRequest } from '../../domain/served-domain.service.js';
import { createPageContext } from '../../pages/page-context.js';
import { sendPage } from '../../pages/http/send-page.js';
import { signedOutPage } from '../../pages/views/sign-out.view.js';
import { SETTINGS } from '../../settings/settings.module.js';
import { readPostLogoutRedirect } from './post-logout-redirect.cookie.js';

/** Redirects browsers that return from a logout at an identity provider. */
@Injectable()
export class PostLogoutRedirectService {
  private readonly encryptor: Encryptor;

  constructor(@Inject(SETTINGS) settings: AuthSettings) {
    this.encryptor = new Encryptor(settings.MASTER_KEY);
  }

  redirect(requestContext: DomainRequest): void {
    const { request, response, domain } = requestContext;
    const returnTo = readPostLogoutRedirect(this.encryptor, requestContext);
    if (returnTo !== null) return void response.writeHead(303, { Location: returnTo, 'Cache-Control': 'no-store' }).end();
    const context = createPageContext(request, domain);
    sendPage(response, signedOutPage(context, { continueTo: '/account' }), { context });
  }
}
