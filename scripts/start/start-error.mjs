/** What keeps Latchkey from starting and whoever started it can change: printed as it is, without a stack. */
export class StartError extends Error {
  /** @override */
  name = 'StartError';
}
