import { Controller, Get, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import { CurrentDomainRequest, type DomainRequest } from '../domain/served-domain.service.js';
import { BROWSER_COOKIE } from '../pages/http/binding.cookie.js';
import { setFlashMessage, takeFlashMessage, toInputError, toNotice } from '../pages/http/flash-message.js';
import { Page } from '../pages/http/page.decorator.js';
import { sendPage } from '../pages/http/send-page.js';
import { accountProfilePage } from '../pages/views/account-profile.view.js';
import type { AccountProfileView } from '../pages/views/account-view-models.js';
import { listFormTargets, readFormField, seeOther, type AccountContext } from './account-context.js';
import { AccountContextLoader } from './account-context.loader.js';
import { AccountErrorFilter } from './account-error.filter.js';
import { AccountProfileService, type Profile, type ProfileErrors } from './account-profile.service.js';

const PAGE_PATH = '/account/profile';

/** The attributes of the signed-in user. */
@Controller('account/profile')
@Page(AccountErrorFilter)
export class AccountProfileController {
  constructor(
    private readonly contexts: AccountContextLoader,
    private readonly profiles: AccountProfileService,
  ) {}

  @Get()
  async show(@CurrentDomainRequest() requestContext: DomainRequest, @Res() response: Response): Promise<void> {
    const account = await this.contexts.openRecent(requestContext);
    BROWSER_COOKIE.bind(requestContext, 'account');
    const flashMessage = takeFlashMessage(account);
    const messages = { notice: toNotice(flashMessage), error: toInputError(flashMessage) };
    const html = accountProfilePage(account.context, { ...toView(account, await this.profiles.load(account)), ...messages });
    sendPage(response, html, { context: account.context, formTargets: listFormTargets(account) });
  }

  /** A form with errors is shown again at once, with what was entered, which no redirect could carry. */
  @Post()
  async save(@CurrentDomainRequest() requestContext: DomainRequest, @Res() response: Response): Promise<void> {
    const account = await this.contexts.submitRecent(requestContext);
    const entered = { version: readFormField(account, 'version'), read: (name: string) => readFormField(account, name) };
    const errors = await this.profiles.save(account, entered);
    if (errors === null || errors === 'changed-meanwhile') {
      setFlashMessage(account, PAGE_PATH, errors === null ? 'profile-saved' : 'profile-changed');
      return seeOther(response, PAGE_PATH);
    }
    const view = toView(account, await this.profiles.load(account), { errors, ...entered });
    sendPage(response, accountProfilePage(account.context, { ...view, error: 'profile-invalid' }), {
      context: account.context,
      formTargets: listFormTargets(account),
      status: 422,
    });
  }
}

/** @param entered the values of the form, and their errors; undefined: the stored ones */
function toView(
  { formToken: csrf }: AccountContext,
  { editable, email, fixed, source, version }: Profile,
  entered?: { errors: ProfileErrors; version: string; read(name: string): string },
): AccountProfileView {
  const fields = [...editable].map(([name, value]) => ({
    name,
    value: entered?.read(name) ?? value,
    error: entered?.errors[name] ?? null,
  }));
  const view = { csrf, action: PAGE_PATH, version: entered?.version ?? version, fields, fixed, notice: null, error: null };
  const change = email && { ...email, action: '/account/email' };
  return { ...view, email: change, kind: source?.kind ?? null, provider: source?.kind === 'provider' ? source.name : null };
}
