import { Controller, Param, Post, Res } from '@nestjs/common';
import { parseBoundedJson } from '@latchkey/crypto';
import type { Response } from 'express';
import { isUuid } from '@latchkey/oauth';
import { CurrentDomainRequest, type DomainRequest } from '../domain/served-domain.service.js';
import { PasskeyService } from '../passkey/passkey.service.js';
import { Page } from '../pages/http/page.decorator.js';
import { AccountErrorFilter } from './account-error.filter.js';
import { PageRefusal } from '../pages/http/page-refusal.js';
import { redirectWithFlashMessage, readFormField } from './account-context.js';
import { AccountContextLoader } from './account-context.loader.js';

@Controller('account/passkeys')
@Page(AccountErrorFilter)
export class AccountPasskeyController {
  constructor(
    private readonly contexts: AccountContextLoader,
    private readonly passkeys: PasskeyService,
  ) {}

  /** Answers the pages' script with the options for `navigator.credentials.create`. */
  @Post('options')
  async options(@CurrentDomainRequest() requestContext: DomainRequest, @Res() response: Response): Promise<void> {
    const { domain, session } = await this.contexts.submitChange(requestContext);
    const options = await this.passkeys.registrationOptions(domain, session.sub);
    if (!options) throw new PageRefusal('account-inactive', 403, domain.branding);
    response.status(200).json(options);
  }

  @Post()
  async create(@CurrentDomainRequest() requestContext: DomainRequest): Promise<void> {
    const account = await this.contexts.submitChange(requestContext);
    const json = readFormField(requestContext, 'response');
    if (json === '') return redirectWithFlashMessage(account, 'passkey-needs-script');
    const created = await this.passkeys.verifyRegistration(account.domain, account.session.sub, { response: parseJson(json) });
    if (!created) return redirectWithFlashMessage(account, 'passkey-failed');
    redirectWithFlashMessage(account, 'passkey-created');
  }

  @Post(':id/rename')
  async rename(@CurrentDomainRequest() requestContext: DomainRequest, @Param('id') id: string): Promise<void> {
    const account = await this.contexts.submitChange(requestContext);
    const name = readFormField(requestContext, 'name');
    if (name.trim() === '') return redirectWithFlashMessage(account, 'name-missing');
    const renamed = isUuid(id) && (await this.passkeys.rename(account.domain, account.session.sub, { id, name }));
    if (!renamed) return redirectWithFlashMessage(account, 'already-gone');
    redirectWithFlashMessage(account, 'passkey-renamed');
  }

  @Post(':id/remove')
  async remove(@CurrentDomainRequest() requestContext: DomainRequest, @Param('id') id: string): Promise<void> {
    const account = await this.contexts.submitChange(requestContext);
    const removed = isUuid(id) && (await this.passkeys.remove(account.domain, account.session.sub, id));
    if (!removed) return redirectWithFlashMessage(account, 'already-gone');
    redirectWithFlashMessage(account, 'passkey-removed');
  }
}

function parseJson(json: string): unknown {
  try {
    return parseBoundedJson(json);
  } catch {
    return null;
  }
}
