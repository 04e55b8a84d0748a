import { Controller, Param, Post } from '@nestjs/common';
import { CurrentDomainRequest, type DomainRequest } from '../domain/served-domain.service.js';
import { Page } from '../pages/http/page.decorator.js';
import { AccountErrorFilter } from './account-error.filter.js';
import { AccountSessionService } from './account-session.service.js';
import { redirectWithFlashMessage } from './account-context.js';
import { AccountContextLoader } from './account-context.loader.js';

@Controller('account/sessions')
@Page(AccountErrorFilter)
export class AccountSessionController {
  constructor(
    private readonly contexts: AccountContextLoader,
    private readonly sessions: AccountSessionService,
  ) {}

  @Post('end-others')
  async endOthers(@CurrentDomainRequest() requestContext: DomainRequest): Promise<void> {
    const account = await this.contexts.submit(requestContext);
    await this.sessions.endOthers(account);
    redirectWithFlashMessage(account, 'sessions-ended');
  }

  @Post(':sid/end')
  async end(@CurrentDomainRequest() requestContext: DomainRequest, @Param('sid') sid: string): Promise<void> {
    const account = await this.contexts.submit(requestContext);
    if (!(await this.sessions.end(account, sid))) return redirectWithFlashMessage(account, 'already-gone');
    redirectWithFlashMessage(account, 'session-ended');
  }
}
