import { Injectable } from '@nestjs/common';
import { UsageService } from '../usage/usage.service.js';
import { TokenQuotaService } from './token-quota.service.js';

/** What counts access tokens: before they are issued, and afterwards. */
@Injectable()
export class TokenCounters {
  constructor(
    readonly quotas: TokenQuotaService,
    readonly usage: UsageService,
  ) {}
}
