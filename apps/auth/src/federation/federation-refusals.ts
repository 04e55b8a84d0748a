import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, requestEventOf, type Logger } from '@latchkey/observability';
import type { Visit } from '../domain/served-domain.js';
import { PageRefusal } from '../pages/page-refusal.js';
import { FAILURES, FederationFailure, type FailureReason } from './failure.js';
import { FederationLog } from './federation-log.js';
import { OfferedProviders } from './offered-providers.js';

/** Whose sign-in at a provider has failed. */
export interface Refused {
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
const STATUS = 400;
const FORBIDDEN: ReadonlySet<FailureReason> = new Set(['no-account', 'account-inactive', 'too-weak']);

/** Tells people and operators why a sign-in at a provider has failed. */
@Injectable()
export class FederationRefusals {
  constructor(
    private readonly log: FederationLog,
    private readonly providers: OfferedProviders,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Takes note of it. @returns the page that tells of it, and leads back to the sign-in @throws what is no such failure, as it is */
  async of(visit: Visit, error: unknown, refused: Refused): Promise<PageRefusal> {
    if (!(error instanceof FederationFailure)) throw error;
    const { provider, uid, clientId, sub = null, backTo = `/sign-in/${uid}?anew=yes` } = refused;
    const { reason, cause } = error;
    const { requestId } = requestEventOf(visit.response);
    const detail = cause instanceof Error ? messagesOf(cause) : undefined;
    this.logger.warn({ domain: visit.domain.name, provider, reason, requestId, detail }, 'sign-in failed');
    await this.log.record(visit, { operation: 'user.sign-in-failed', provider, sub, clientId, changed: [reason] });
    const status = FORBIDDEN.has(reason) ? 403 : STATUS;
    const displayName = await this.providers.displayNameOf(visit.domain, provider);
    return new PageRefusal(FAILURES[reason], status, visit.domain.branding, backTo, displayName);
  }
}

/** What libraries say of it. It has no values: neither codes nor tokens. */
function messagesOf(error: Error): string {
  const messages: string[] = [];
  for (let cause: unknown = error; cause instanceof Error && messages.length < 3; cause = cause.cause) messages.push(cause.message);
  return messages.join(': ').slice(0, 300);
}
