import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, getRequestEvent, type Logger } from '@latchkey/observability';
import type { DomainRequest } from '../domain/served-domain.service.js';
import { PageRefusal } from '../pages/http/page-refusal.js';
import { FAILURES, FederationFailure, type FailureReason } from './federation-failure.js';
import { FederationLogService } from './federation-log.service.js';
import { OfferedIdentityProviderService } from './offered-identity-provider.service.js';

/** Whose sign-in at a provider has failed. */
export interface FailedSignIn {
  /** The name of the provider. */
  provider: string;
  /** The interaction, to which they can go back. */
  uid: string;
  clientId: string;
  /** If it is known who it was. */
  sub?: string | null;
  /** Where they can go on, if they cannot go back to it: the application; null: nobody knows where that is. */
  backTo?: string | null;
}

/** Who is at fault is not the browser, and not we: whoever signs in is told in words, and no monitor is to ring. */
const DEFAULT_STATUS = 400;
const FORBIDDEN_REASONS: ReadonlySet<FailureReason> = new Set(['no-account', 'account-inactive', 'too-weak']);

/** Tells people and operators why a sign-in at a provider has failed. */
@Injectable()
export class FederationFailurePageService {
  constructor(
    private readonly log: FederationLogService,
    private readonly providers: OfferedIdentityProviderService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Takes note of it. @returns the page that tells of it, and leads back to the sign-in @throws what is no such failure, as it is */
  async handle(requestContext: DomainRequest, error: unknown, failed: FailedSignIn): Promise<PageRefusal> {
    if (!(error instanceof FederationFailure)) throw error;
    const { provider, uid, clientId, sub = null, backTo = `/sign-in/${uid}?anew=yes` } = failed;
    const { reason, cause } = error;
    const { requestId } = getRequestEvent(requestContext.response);
    const detail = cause instanceof Error ? joinErrorMessages(cause) : undefined;
    this.logger.warn({ domain: requestContext.domain.name, provider, reason, requestId, detail }, 'sign-in failed');
    await this.log.record(requestContext, { operation: 'user.sign-in-failed', provider, sub, clientId, changed: [reason] });
    const status = FORBIDDEN_REASONS.has(reason) ? 403 : DEFAULT_STATUS;
    const displayName = await this.providers.findDisplayName(requestContext.domain, provider);
    return new PageRefusal(FAILURES[reason], status, requestContext.domain.branding, backTo, displayName);
  }
}

/** What libraries say of it. It has no values: neither codes nor tokens. */
function joinErrorMessages(error: Error): string {
  const messages: string[] = [];
  for (let cause: unknown = error; cause instanceof Error && messages.length < 3; cause = cause.cause) messages.push(cause.message);
  return messages.join(': ').slice(0, 300);
}
