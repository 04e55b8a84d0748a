import { Controller, Param, Post } from '@nestjs/common';
import { CurrentDomainRequest, type DomainRequest } from '../domain/served-domain.service.js';
import { Page } from '../pages/http/page.decorator.js';
import { AccountAgentService } from './account-agent.service.js';
import { AccountErrorFilter } from './account-error.filter.js';
import { redirectWithFlashMessage } from './account-context.js';
import { AccountContextLoader } from './account-context.loader.js';

@Controller('account/agents')
@Page(AccountErrorFilter)
export class AccountAgentController {
  constructor(
    private readonly contexts: AccountContextLoader,
    private readonly agents: AccountAgentService,
  ) {}

  @Post(':clientId/end')
  async end(@CurrentDomainRequest() requestContext: DomainRequest, @Param('clientId') clientId: string): Promise<void> {
    const account = await this.contexts.submit(requestContext);
    redirectWithFlashMessage(account, (await this.agents.end(account, clientId)) ? 'agent-ended' : 'already-gone');
  }
}
