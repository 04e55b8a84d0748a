import { DeliveryFailure } from '@latchkey/message';
import { USER_AGENT } from '@latchkey/observability';
import { parseRetryAfter } from '@latchkey/outgoing';
import { refuseInTransaction } from '@latchkey/persistence';

/** A request that sends a message. */
export interface Post {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Milliseconds. */
  timeout: number;
}

/** Statuses of temporary errors, which do not concern the message: RFC 9110 section 15.5.9, RFC 8470, RFC 6585 section 4. */
const TRANSIENT_STATUSES = new Set([408, 425, 429]);
const MAX_RETRY_AFTER_SECONDS = 300;

/** Posts a message and evaluates the response. Redirects are not followed. @throws DeliveryFailure */
export async function post({ url, headers, body, timeout }: Post): Promise<void> {
  refuseInTransaction('A text message');
  const named = { ...headers, 'User-Agent': USER_AGENT };
  const response = await fetch(url, {
    method: 'POST',
    headers: named,
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(timeout),
  }).catch((error: Error & { cause?: { code?: string } }) => {
    // Neither the error nor its cause is passed on, because they may contain an address.
    const reason = error.name === 'TimeoutError' ? 'timeout' : (error.cause?.code ?? 'no answer');
    throw new DeliveryFailure(reason, { permanent: false });
  });
  // The body is irrelevant, but unread it would block the connection.
  await response.body?.cancel().catch(() => undefined);
  if (response.ok) return;
  const { status } = response;
  throw new DeliveryFailure(`http ${status}`, {
    permanent: status < 500 && !TRANSIENT_STATUSES.has(status),
    retryAfter: boundRetryAfter(parseRetryAfter(response.headers.get('retry-after'))),
  });
}

function boundRetryAfter(seconds: number | null): number | null {
  return seconds === null ? null : Math.min(seconds, MAX_RETRY_AFTER_SECONDS);
}
