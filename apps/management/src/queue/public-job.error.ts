/** A job failure whose message may be shown to the domain's operator: a sentence without internals. */
export class PublicJobError extends Error {
  override readonly name = 'PublicJobError';
}
