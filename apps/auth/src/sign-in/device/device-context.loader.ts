import { Inject, Injectable } from '@nestjs/common';
import type { AuthSettings } from '@latchkey/config';
import { Encryptor } from '@latchkey/crypto';
import type { DomainRequest } from '../../domain/served-domain.service.js';
import { BROWSER_COOKIE } from '../../pages/http/binding.cookie.js';
import { isCsrfSafe } from '../../pages/http/csrf.js';
import type { FlashMessageContext } from '../../pages/http/flash-message.js';
import { PageRefusal } from '../../pages/http/page-refusal.js';
import { createPageContext, type PageContext } from '../../pages/page-context.js';
import { DEVICE_PATHS } from '../../pages/device-paths.js';
import { SETTINGS } from '../../settings/settings.module.js';
import { readFormField } from '../context/sign-in-context.js';

/** A request to the device page. */
export interface DeviceContext extends FlashMessageContext {
  pageContext: PageContext;
}

/** Loads the requests to the device page. Its forms are bound to the browser that got the page. */
@Injectable()
export class DeviceContextLoader {
  private readonly encryptor: Encryptor;

  constructor(@Inject(SETTINGS) settings: AuthSettings) {
    this.encryptor = new Encryptor(settings.MASTER_KEY);
  }

  /** Loads a page, and binds its forms to the browser. @param userCode that the forms confirm; empty for the form that takes a code */
  load(current: DomainRequest, userCode = '', uiLocales?: string): DeviceContext {
    const { domain, request } = current;
    const csrf = this.csrf(current, userCode, BROWSER_COOKIE.bind(current, DEVICE_PATHS.page));
    return { ...current, csrf, pageContext: createPageContext(request, domain, uiLocales) };
  }

  /** Checks a form post. @throws PageRefusal if the browser did not get its page, or got it for another code */
  loadPost(current: DomainRequest, userCode = ''): DeviceContext {
    const { domain, request } = current;
    const secret = BROWSER_COOKIE.read(current, DEVICE_PATHS.page);
    const posted = { headers: request.headers, csrf: readFormField(current, 'csrf') };
    const expected = { csrf: secret === null ? '' : this.csrf(current, userCode, secret), issuer: domain.issuer };
    if (!isCsrfSafe(posted, expected)) throw new PageRefusal('forbidden', 403, domain.branding, DEVICE_PATHS.page);
    return this.load(current, userCode);
  }

  private csrf({ domain }: DomainRequest, userCode: string, browserSecret: string): string {
    return this.encryptor.derive(`device form:${domain.id}:${userCode}:${browserSecret}`)[0]!.toString('base64url');
  }
}
