/** A failure of a job whose message may be shown to the operator of the domain: a sentence, without internals. */
export class PublicJobError extends Error {
  override readonly name = 'PublicJobError';
}
