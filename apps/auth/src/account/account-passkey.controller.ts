import { Controller, Param, Post, Res, UseFilters } from '@nestjs/common';
import type { Response } from 'express';
import { CurrentVisit, type Visit } from '../domain/served-domain.js';
import { sendPage } from '../pages/send-page.js';
import type { InputError } from '../pages/view-models.js';
import { Passkeys } from '../passkey/passkeys.js';
import { AccountErrorFilter } from './account-error.filter.js';
import { pageWith } from './account-notices.js';
import { AccountPage } from './account-page.js';
import { PageRefusal } from '../pages/page-refusal.js';
import { fieldOf, type AccountVisit } from './account-visit.js';
import { AccountVisits } from './account-visits.js';
import { seeOther } from './see-other.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

@Controller('account/passkeys')
@UseFilters(AccountErrorFilter)
export class AccountPasskeyController {
  constructor(
    private readonly visits: AccountVisits,
    private readonly passkeys: Passkeys,
    private readonly page: AccountPage,
  ) {}

  /** For the pages' script. */
  @Post('options')
  async options(@CurrentVisit() visit: Visit, @Res() response: Response): Promise<void> {
    const { domain, session } = await this.visits.submitChange(visit);
    const options = await this.passkeys.registrationOptions(domain, session.sub);
    if (!options) throw new PageRefusal('account-inactive', 403, domain.branding);
    response.status(200).json(options);
  }

  @Post()
  async create(@CurrentVisit() visit: Visit, @Res() response: Response): Promise<void> {
    const account = await this.visits.submitChange(visit);
    const text = fieldOf(visit, 'response');
    if (text === '') return this.showAgain(account, 'passkey-needs-script');
    const made = await this.passkeys.verifyRegistration(account.domain, account.session.sub, { response: parse(text) });
    if (!made) return this.showAgain(account, 'passkey-failed');
    seeOther(response, pageWith('passkey-created', account));
  }

  @Post(':id/rename')
  async rename(@CurrentVisit() visit: Visit, @Param('id') id: string, @Res() response: Response): Promise<void> {
    const account = await this.visits.submitChange(visit);
    const name = fieldOf(visit, 'name');
    if (name.trim() === '') return this.showAgain(account, 'name-missing');
    const renamed = UUID.test(id) && (await this.passkeys.rename(account.domain, account.session.sub, { id, name }));
    if (!renamed) throw new PageRefusal('not-found', 404, account.domain.branding);
    seeOther(response, pageWith('passkey-renamed', account));
  }

  @Post(':id/remove')
  async remove(@CurrentVisit() visit: Visit, @Param('id') id: string, @Res() response: Response): Promise<void> {
    const account = await this.visits.submitChange(visit);
    const removed = UUID.test(id) && (await this.passkeys.remove(account.domain, account.session.sub, id));
    if (!removed) throw new PageRefusal('not-found', 404, account.domain.branding);
    seeOther(response, pageWith('passkey-removed', account));
  }

  private async showAgain(account: AccountVisit, error: InputError): Promise<void> {
    sendPage(account.response, await this.page.render(account, { error }), { context: account.context, status: 400 });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
