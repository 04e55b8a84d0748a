import { Injectable } from '@nestjs/common';
import { RedemptionRepository } from '@latchkey/persistence';
import type { RequestState } from '../../protocol/request-state.js';
import { TokenCounters } from '../../token-quota/token-counters.js';
import type { FastPathAnswer } from '../fast-path-grant.service.js';
import type { RedemptionRequest } from '../fast-path-request.js';
import { issueTokens } from './issue-tokens.js';
import { RedeemableService } from './redeemable.service.js';

/** Redeems plain refresh tokens and codes (RFC 6749 sections 6 and 4.1.3): one statement reads what decides, another one stores everything. */
@Injectable()
export class RedemptionService {
  constructor(
    private readonly redeemables: RedeemableService,
    private readonly redemptions: RedemptionRepository,
    private readonly counters: TokenCounters,
  ) {}

  /** @returns null if oidc-provider must answer; then nothing has changed */
  async redeem(request: RedemptionRequest, requestState: RequestState): Promise<FastPathAnswer | null> {
    const found = await this.redeemables.find(request, requestState);
    if (!found) return null;
    const { body, records } = issueTokens(found, Date.now());
    // oidc-provider finds out why it was not stored, such as a replay, which ends the grant.
    if (!(await this.redemptions.redeem(found.key, records))) return null;
    const { domain, record } = found;
    this.counters.usage.countToken(domain.id, record.clientId);
    this.counters.usage.countActiveUser(domain.id, record.accountId);
    return { clientId: record.clientId, body, nextNonce: null };
  }
}
