import { Controller, Param, Post } from '@nestjs/common';
import { CurrentDomainRequest, type DomainRequest } from '../domain/served-domain.service.js';
import { Page } from '../pages/http/page.decorator.js';
import { AccountApplicationService } from './account-application.service.js';
import { redirectWithFlashMessage } from './account-context.js';
import { AccountContextLoader } from './account-context.loader.js';
import { AccountErrorFilter } from './account-error.filter.js';

@Controller('account/applications')
@Page(AccountErrorFilter)
export class AccountApplicationController {
  constructor(
    private readonly contexts: AccountContextLoader,
    private readonly applications: AccountApplicationService,
  ) {}

  @Post(':clientId/remove')
  async remove(@CurrentDomainRequest() requestContext: DomainRequest, @Param('clientId') clientId: string): Promise<void> {
    const account = await this.contexts.submit(requestContext);
    redirectWithFlashMessage(account, (await this.applications.remove(account, clientId)) ? 'application-removed' : 'already-gone');
  }
}
