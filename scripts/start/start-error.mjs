/** An error that the user can fix, printed without a stack trace. */
export class StartError extends Error {
  /** @override */
  name = 'StartError';
}
