import { Controller, Get, Post, Query } from '@nestjs/common';
import { DeviceAuthorizationService } from '../../authorization/device-authorization.service.js';
import { SessionService } from '../../authorization/session.service.js';
import { CurrentDomainRequest, type DomainRequest } from '../../domain/served-domain.service.js';
import { DEVICE_PATHS } from '../../pages/device-paths.js';
import { Page } from '../../pages/http/page.decorator.js';
import { setFlashMessage, takeFlashMessage, toInputError } from '../../pages/http/flash-message.js';
import { PageRefusal } from '../../pages/http/page-refusal.js';
import { ANY_IDENTITY_PROVIDER_URL } from '../../pages/http/page-headers.js';
import { sendPage } from '../../pages/http/send-page.js';
import { deviceCodePage, deviceConfirmationPage, deviceOutcomePage } from '../../pages/views/device.view.js';
import type { DeviceOutcomeView, InputError } from '../../pages/views/view-models.js';
import { readFormField, redirect } from '../context/sign-in-context.js';
import { getClientName } from '../../client/client-name.js';
import { groupScopes } from '../state/requested-scopes.js';
import { UserLookupService } from '../state/user-lookup.service.js';
import { DeviceCodeLimitService } from './device-code-limit.service.js';
import { DeviceContextLoader, type DeviceContext } from './device-context.loader.js';
import { formatUserCode, parseUserCode } from './user-code.js';

/** The page where a user lets a device in: RFC 8628 section 3.3. */
@Controller('device')
@Page()
export class DeviceController {
  constructor(
    private readonly contexts: DeviceContextLoader,
    private readonly devices: DeviceAuthorizationService,
    private readonly limits: DeviceCodeLimitService,
    private readonly sessions: SessionService,
    private readonly users: UserLookupService,
  ) {}

  /** Asks for the code. A link of the device (`verification_uri_complete`) only fills the field in. */
  @Get()
  show(@CurrentDomainRequest() current: DomainRequest, @Query('user_code') linked: unknown): void {
    const context = this.contexts.load(current);
    const userCode = parseUserCode(linked);
    const error = toInputError(takeFlashMessage(context));
    const view = { csrf: context.csrf, code: userCode === null ? '' : formatUserCode(userCode), error, action: DEVICE_PATHS.page };
    sendPage(current.response, deviceCodePage(context.pageContext, view), { context: context.pageContext });
  }

  /** "Continue". Shows what the device asks for. */
  @Post()
  async enter(@CurrentDomainRequest() current: DomainRequest): Promise<void> {
    const context = this.contexts.loadPost(current);
    const userCode = parseUserCode(readFormField(current, 'user_code'));
    if (userCode === null) return redirectWithError(context, 'device-code-wrong');
    if (!(await this.limits.countAttempt(current))) return redirectWithError(context, 'too-many-tries');
    const found = await this.devices.find(current.domain, userCode);
    if (!found) return redirectWithError(context, 'device-code-wrong');
    await this.limits.refund(current);
    const session = await this.sessions.current(current);
    const { csrf, pageContext } = this.contexts.load(current, userCode, found.uiLocales);
    const html = deviceConfirmationPage(pageContext, {
      csrf,
      code: formatUserCode(userCode),
      application: getClientName(found.client),
      account: session && (await this.users.findDisplayName(current.domain, session.sub)),
      ...groupScopes(current.domain, found),
      allow: `${DEVICE_PATHS.page}/allow`,
      deny: `${DEVICE_PATHS.page}/deny`,
    });
    // The sign-in can lead to an identity provider.
    sendPage(current.response, html, { context: pageContext, formTargets: [ANY_IDENTITY_PROVIDER_URL, current.domain.issuer] });
  }

  @Post('allow')
  async allow(@CurrentDomainRequest() current: DomainRequest): Promise<void> {
    if (!(await this.devices.allow(current, this.readConfirmedCode(current)))) redirect(current, DEVICE_PATHS.over);
  }

  @Post('deny')
  async deny(@CurrentDomainRequest() current: DomainRequest): Promise<void> {
    const userCode = this.readConfirmedCode(current);
    const session = await this.sessions.current(current);
    const isDenied = await this.devices.deny(current, userCode, session?.sub ?? null);
    redirect(current, isDenied ? DEVICE_PATHS.denied : DEVICE_PATHS.over);
  }

  @Get('allowed')
  showAllowed(@CurrentDomainRequest() current: DomainRequest): void {
    this.showOutcome(current, 'allowed');
  }

  @Get('denied')
  showDenied(@CurrentDomainRequest() current: DomainRequest): void {
    this.showOutcome(current, 'denied');
  }

  @Get('over')
  showOver(@CurrentDomainRequest() current: DomainRequest): void {
    this.showOutcome(current, 'over');
  }

  /** Handles GET requests for a form's URL. */
  @Get(['allow', 'deny'])
  startOver(@CurrentDomainRequest() current: DomainRequest): void {
    redirect(current, DEVICE_PATHS.page);
  }

  /** @throws PageRefusal if this browser has not seen what the device asks for */
  private readConfirmedCode(current: DomainRequest): string {
    const userCode = parseUserCode(readFormField(current, 'user_code'));
    if (userCode === null) throw new PageRefusal('forbidden', 403, current.domain.branding, DEVICE_PATHS.page);
    // control: a device is let in only by a form that has shown its code
    this.contexts.loadPost(current, userCode);
    return userCode;
  }

  private showOutcome(current: DomainRequest, outcome: DeviceOutcomeView['outcome']): void {
    const { pageContext } = this.contexts.load(current);
    sendPage(current.response, deviceOutcomePage(pageContext, { outcome, enterCode: DEVICE_PATHS.page }), { context: pageContext });
  }
}

function redirectWithError(context: DeviceContext, error: InputError): void {
  setFlashMessage(context, DEVICE_PATHS.page, error);
  redirect(context, DEVICE_PATHS.page);
}
