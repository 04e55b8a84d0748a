import { Controller, Get, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { CurrentDomainRequest, type DomainRequest } from '../domain/served-domain.service.js';
import { BROWSER_COOKIE } from '../pages/http/binding.cookie.js';
import { Page } from '../pages/http/page.decorator.js';
import { sendPage } from '../pages/http/send-page.js';
import { accountActivityPage } from '../pages/views/account-activity.view.js';
import { AccountActivityService } from './account-activity.service.js';
import { listFormTargets } from './account-context.js';
import { AccountContextLoader } from './account-context.loader.js';
import { AccountErrorFilter } from './account-error.filter.js';
import { AccountHolderService } from './account-holder.service.js';

@Controller('account/activity')
@Page(AccountErrorFilter)
export class AccountActivityController {
  constructor(
    private readonly contexts: AccountContextLoader,
    private readonly activity: AccountActivityService,
    private readonly holders: AccountHolderService,
  ) {}

  @Get()
  async show(
    @CurrentDomainRequest() requestContext: DomainRequest,
    @Query('before') before: unknown,
    @Res() response: Response,
  ): Promise<void> {
    const account = await this.contexts.open(requestContext);
    BROWSER_COOKIE.bind(requestContext, 'account');
    const { context, formToken: csrf } = account;
    const [timeZone, activity] = await Promise.all([
      this.holders.findTimeZone(account),
      this.activity.load(account, typeof before === 'string' ? before : null),
    ]);
    const page = accountActivityPage(context, { ...activity, now: new Date(), timeZone, csrf });
    sendPage(response, page, { context, formTargets: listFormTargets(account) });
  }
}
