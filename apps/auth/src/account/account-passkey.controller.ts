import { Controller, Param, Post, Res, UseFilters } from '@nestjs/common';
import type { Response } from 'express';
import { CurrentVisit, type Visit } from '../domain/served-domain.js';
import { Passkeys } from '../passkey/passkeys.js';
import { AccountErrorFilter } from './account-error.filter.js';
import { PageRefusal } from '../pages/page-refusal.js';
import { fieldOf } from './account-visit.js';
import { AccountVisits } from './account-visits.js';
import { tellOnAccount } from './tell-on-account.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

@Controller('account/passkeys')
@UseFilters(AccountErrorFilter)
export class AccountPasskeyController {
  constructor(
    private readonly visits: AccountVisits,
    private readonly passkeys: Passkeys,
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
  async create(@CurrentVisit() visit: Visit, @Res() _answered: unknown): Promise<void> {
    const account = await this.visits.submitChange(visit);
    const text = fieldOf(visit, 'response');
    if (text === '') return tellOnAccount(account, 'passkey-needs-script');
    const made = await this.passkeys.verifyRegistration(account.domain, account.session.sub, { response: parse(text) });
    if (!made) return tellOnAccount(account, 'passkey-failed');
    tellOnAccount(account, 'passkey-created');
  }

  @Post(':id/rename')
  async rename(@CurrentVisit() visit: Visit, @Param('id') id: string, @Res() _answered: unknown): Promise<void> {
    const account = await this.visits.submitChange(visit);
    const name = fieldOf(visit, 'name');
    if (name.trim() === '') return tellOnAccount(account, 'name-missing');
    const renamed = UUID.test(id) && (await this.passkeys.rename(account.domain, account.session.sub, { id, name }));
    if (!renamed) return tellOnAccount(account, 'already-gone');
    tellOnAccount(account, 'passkey-renamed');
  }

  @Post(':id/remove')
  async remove(@CurrentVisit() visit: Visit, @Param('id') id: string, @Res() _answered: unknown): Promise<void> {
    const account = await this.visits.submitChange(visit);
    const removed = UUID.test(id) && (await this.passkeys.remove(account.domain, account.session.sub, id));
    if (!removed) return tellOnAccount(account, 'already-gone');
    tellOnAccount(account, 'passkey-removed');
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
