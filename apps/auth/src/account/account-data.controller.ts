import { Controller, Get, Param, Post, Res } from '@nestjs/common';
import { isUuid } from '@latchkey/oauth';
import type { UserErasure } from '@latchkey/persistence';
import type { Response } from 'express';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { SessionService } from '../authorization/session.service.js';
import { CurrentDomainRequest, type DomainRequest } from '../domain/served-domain.service.js';
import { BROWSER_COOKIE } from '../pages/http/binding.cookie.js';
import { sendDownload } from '../pages/http/send-download.js';
import { setFlashMessage, takeFlashMessage, toInputError } from '../pages/http/flash-message.js';
import { Page } from '../pages/http/page.decorator.js';
import { PageRefusal } from '../pages/http/page-refusal.js';
import { sendPage } from '../pages/http/send-page.js';
import { createPageContext } from '../pages/page-context.js';
import { accountDataPage, accountErasedPage } from '../pages/views/account-data.view.js';
import { listFormTargets, readFormField, seeOther } from './account-context.js';
import { AccountContextLoader } from './account-context.loader.js';
import { AccountDataService } from './account-data.service.js';
import { AccountErasureService } from './account-erasure.service.js';
import { AccountErrorFilter } from './account-error.filter.js';
import { AccountHolderService } from './account-holder.service.js';

const PAGE_PATH = '/account/data';

/** What is kept about the signed-in user: a page, a file, and the erasure of all of it. */
@Controller('account/data')
@Page(AccountErrorFilter)
export class AccountDataController {
  constructor(
    private readonly contexts: AccountContextLoader,
    private readonly data: AccountDataService,
    private readonly holders: AccountHolderService,
    private readonly erasures: AccountErasureService,
    private readonly sessions: SessionService,
  ) {}

  @Get()
  async show(@CurrentDomainRequest() requestContext: DomainRequest, @Res() response: Response): Promise<void> {
    const account = await this.contexts.openRecent(requestContext);
    BROWSER_COOKIE.bind(requestContext, 'account');
    const { domain, context, formToken: csrf } = account;
    const view = {
      csrf,
      ...(await this.data.load(account)),
      download: `${PAGE_PATH}/download`,
      deletion: domain.accountDeletion ? { username: await this.holders.findUsername(account), action: `${PAGE_PATH}/delete` } : null,
      error: toInputError(takeFlashMessage(account)),
    };
    sendPage(response, accountDataPage(context, view), { context, formTargets: listFormTargets(account) });
  }

  /** Streams the file, because the log of a user can have any length. */
  @Get('download')
  async download(@CurrentDomainRequest() requestContext: DomainRequest, @Res() response: Response): Promise<void> {
    const account = await this.contexts.openRecent(requestContext);
    sendDownload(response, { name: `data-${account.domain.name}.json`, type: 'application/json' });
    // The headers have been sent, so only a broken connection shows that the file is incomplete.
    await pipeline(Readable.from(this.data.stream(account)), response).catch(() => response.destroy());
  }

  @Post('delete')
  async erase(@CurrentDomainRequest() requestContext: DomainRequest, @Res() response: Response): Promise<void> {
    const account = await this.contexts.submitRecent(requestContext);
    // control: people delete their accounts only where the operator permits it
    if (!account.domain.accountDeletion) throw new PageRefusal('not-found', 404, account.domain.branding);
    const entered = readFormField(requestContext, 'confirmation').trim();
    if (entered === '' || entered !== (await this.holders.findUsername(account))) {
      setFlashMessage(account, PAGE_PATH, 'confirmation-wrong');
      return seeOther(response, PAGE_PATH);
    }
    const id = await this.erasures.erase(account);
    await this.sessions.end(account);
    seeOther(response, `${PAGE_PATH}/erasure/${id}`);
  }

  /** Needs no session, because its user is gone. The id is random, and was shown to that person only. */
  @Get('erasure/:id')
  async showErasure(
    @CurrentDomainRequest() requestContext: DomainRequest,
    @Param('id') id: string,
    @Res() response: Response,
  ): Promise<void> {
    const { erasedAt } = await this.findErasure(requestContext, id);
    const context = createPageContext(requestContext.request, requestContext.domain);
    const view = { erasedAt, now: new Date(), download: `${PAGE_PATH}/erasure/${id}/receipt` };
    sendPage(response, accountErasedPage(context, view), { context });
  }

  @Get('erasure/:id/receipt')
  async downloadReceipt(
    @CurrentDomainRequest() requestContext: DomainRequest,
    @Param('id') id: string,
    @Res() response: Response,
  ): Promise<void> {
    const file = await this.erasures.createFile(await this.findErasure(requestContext, id));
    sendDownload(response, { name: `receipt-${requestContext.domain.name}.json`, type: 'application/json' });
    response.end(response.req.method === 'HEAD' ? undefined : file);
  }

  private async findErasure({ domain }: DomainRequest, id: string): Promise<UserErasure> {
    const erasure = isUuid(id) ? await this.erasures.find(domain, id) : null;
    if (!erasure) throw new PageRefusal('not-found', 404, domain.branding);
    return erasure;
  }
}
