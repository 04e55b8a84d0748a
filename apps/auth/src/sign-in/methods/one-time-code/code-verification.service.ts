import { Injectable } from '@nestjs/common';
import { ClientAddressService } from '../../../domain/client-address.service.js';
import type { InputError } from '../../../pages/views/view-models.js';
import { KnownBrowserService } from '../../../authorization/known-browser.service.js';
import { OneTimeCodeService, type CodeAttempt } from './one-time-code.service.js';
import { isKnownUser } from '../../state/user-lookup.service.js';
import { SignInAuditLogService } from '../../state/sign-in-audit-log.service.js';
import type { SignInContext } from '../../context/sign-in-context.js';

type EnteredCode = Pick<CodeAttempt, 'sub' | 'username' | 'code'>;
export type CodeMethod = 'totp' | 'recovery-code';

/** Verifies codes, and logs wrong ones. */
@Injectable()
export class CodeVerificationService {
  constructor(
    private readonly oneTimeCodes: OneTimeCodeService,
    private readonly log: SignInAuditLogService,
    private readonly clientAddresses: ClientAddressService,
    private readonly knownBrowsers: KnownBrowserService,
  ) {}

  /** Consumes a code. @returns the error; null if the code is valid */
  async verify(requestContext: SignInContext, method: CodeMethod, entered: EnteredCode): Promise<InputError | null> {
    const isKnownBrowser = await this.knownBrowsers.isKnown(requestContext, entered.sub);
    const address = this.clientAddresses.of(requestContext.request);
    const error = await this.oneTimeCodes.verify(requestContext.domain, method, { ...entered, address, isKnownBrowser });
    const sub = isKnownUser(entered.sub) ? entered.sub : null;
    if (error) await this.log.recordFailure(requestContext, { sub, methods: [method], reason: error });
    return error;
  }
}
