import { Injectable } from '@nestjs/common';
import { PendingLimitService } from '../../../domain/pending-limit.service.js';
import { TooManyPendingError } from '../../../domain/too-many-pending.error.js';
import type { InputError } from '../../../pages/views/view-models.js';
import { PasskeyService } from '../../../passkey/passkey.service.js';
import { parseJson } from '../../context/parse-json.js';
import { UserLookupService } from '../../state/user-lookup.service.js';
import { SignInAuditLogService } from '../../state/sign-in-audit-log.service.js';
import { SignInStateService } from '../../state/sign-in-state.service.js';
import { readFormField, type SignInContext } from '../../context/sign-in-context.js';

/** Verifies passkeys, and logs refused ones. */
@Injectable()
export class PasskeyVerificationService {
  constructor(
    private readonly passkeys: PasskeyService,
    private readonly userLookup: UserLookupService,
    private readonly signInState: SignInStateService,
    private readonly log: SignInAuditLogService,
    private readonly pendingLimits: PendingLimitService,
  ) {}

  /** Creates options for `navigator.credentials.get`. @throws TooManyPendingError */
  async options({ domain, request }: SignInContext): Promise<object> {
    const seconds = await this.pendingLimits.secondsToWait({ domainId: domain.id, kind: 'passkey-challenge', request });
    if (seconds !== null) throw new TooManyPendingError(seconds);
    return this.passkeys.authenticationOptions(domain, null);
  }

  /** @returns the user of the posted passkey, or the error */
  async verify(requestContext: SignInContext): Promise<{ sub: string } | { error: InputError }> {
    const credential = parseJson(readFormField(requestContext, 'response'));
    if (credential === undefined) return { error: 'passkey-needs-script' };
    const verified = await this.passkeys.verifyAuthentication(requestContext.domain, credential, await this.findNamedSub(requestContext));
    if (verified !== null && verified !== 'other-account') return verified;
    const { completedFactors } = await this.signInState.resolve(requestContext);
    const error = verified === null ? 'passkey-failed' : 'passkey-other-account';
    await this.log.recordFailure(requestContext, { sub: completedFactors?.sub ?? null, methods: ['passkey'], reason: error });
    return { error };
  }

  /**
   * Finds the user named on the page, so that only their passkey is accepted (WebAuthn Level 3 section 7.2, step "identify the user"). The
   * options still list no credentials, because that would reveal which users have passkeys.
   *
   * @returns null if the page names no user
   */
  private async findNamedSub(requestContext: SignInContext): Promise<string | null> {
    const username = readFormField(requestContext, 'username');
    return username === '' ? null : this.userLookup.findSub(requestContext.domain, username);
  }
}
