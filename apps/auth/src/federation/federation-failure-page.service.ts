import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, Metrics, getRequestEvent, type Logger } from '@latchkey/observability';
import type { DomainRequest } from '../domain/served-domain.service.js';
import { PageRefusal } from '../pages/http/page-refusal.js';
import { PAGE_ERROR_BY_REASON, FederationFailure, type FailureReason } from './federation-failure.js';
import { FederationAuditLogService } from './federation-audit-log.service.js';
import { OfferedIdentityProviderService } from './offered-identity-provider.service.js';

/** A failed sign-in at an identity provider. */
export interface FailedSignIn {
  /** Name of the identity provider. */
  provider: string;
  /** Interaction that the user can return to. */
  uid: string;
  clientId: string;
  /** The user, if known. */
  sub?: string | null;
  /** URL of the application, if the interaction has ended; null if unknown. */
  backTo?: string | null;
}

/** Not 5xx, which would alert the operator of this service to an error of the identity provider. */
const DEFAULT_STATUS = 400;
const FORBIDDEN_REASONS: ReadonlySet<FailureReason> = new Set([
  'no-account',
  'quota-exceeded',
  'account-inactive',
  'too-weak',
  'required-claim',
]);

/** Logs and counts failed sign-ins at identity providers, and builds the error page. */
@Injectable()
export class FederationFailurePageService {
  constructor(
    private readonly log: FederationAuditLogService,
    private readonly providers: OfferedIdentityProviderService,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly metrics: Metrics,
  ) {}

  /** Logs the failure. @returns an error page that links back to the sign-in @throws every error but FederationFailure unchanged */
  async handle(requestContext: DomainRequest, error: unknown, failed: FailedSignIn): Promise<PageRefusal> {
    if (!(error instanceof FederationFailure)) throw error;
    const { provider, uid, clientId, sub = null, backTo = `/sign-in/${uid}?anew=yes` } = failed;
    const { reason, cause, claim } = error;
    const { requestId } = getRequestEvent(requestContext.response);
    const detail = cause instanceof Error ? joinErrorMessages(cause) : undefined;
    this.logger.warn({ domain: requestContext.domain.name, provider, reason, requestId, detail }, 'sign-in failed');
    const data = { methods: ['provider'], identityProvider: provider, reason, ...(claim !== null && { claim }) };
    await this.log.record(requestContext, { type: 'user.sign_in_failed', user: sub, client: clientId, data });
    this.metrics.countSignIn(requestContext.domain.name, 'provider', 'failed');
    const status = FORBIDDEN_REASONS.has(reason) ? 403 : DEFAULT_STATUS;
    const displayName = await this.providers.findDisplayName(requestContext.domain, provider);
    return new PageRefusal(PAGE_ERROR_BY_REASON[reason], status, requestContext.domain.branding, backTo, displayName);
  }
}

/** Messages of the library's errors. They contain no codes and no tokens. */
function joinErrorMessages(error: Error): string {
  const messages: string[] = [];
  for (let cause: unknown = error; cause instanceof Error && messages.length < 3; cause = cause.cause) messages.push(cause.message);
  return messages.join(': ').slice(0, 300);
}
