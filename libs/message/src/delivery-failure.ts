/**
 * A message was not sent. The server's text is not repeated, because it may name the recipient.
 *
 * @property permanent whether another attempt would fail as well
 */
export class DeliveryFailure extends Error {
  override readonly name = 'DeliveryFailure';
  readonly permanent: boolean;
  /** Seconds before which another attempt is useless; null if unknown. */
  readonly retryAfter: number | null;

  /** @param reason a status or a code, such as `smtp 550` or `timeout` */
  constructor(reason: string, { permanent, retryAfter = null }: { permanent: boolean; retryAfter?: number | null }) {
    super(reason);
    this.permanent = permanent;
    this.retryAfter = retryAfter;
  }
}
