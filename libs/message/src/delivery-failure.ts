/**
 * A message was not sent. The server's text is not repeated: it may name the recipient.
 *
 * @property permanent another attempt would fail as well
 */
export class DeliveryFailure extends Error {
  override readonly name = 'DeliveryFailure';
  readonly permanent: boolean;
  /** Seconds before which another attempt is useless; null: unknown. */
  readonly retryAfter: number | null;

  /** @param reason a status or a code, such as `smtp 550` or `timeout` */
  constructor(reason: string, { permanent, retryAfter = null }: { permanent: boolean; retryAfter?: number | null }) {
    super(reason);
    this.permanent = permanent;
    this.retryAfter = retryAfter;
  }
}
