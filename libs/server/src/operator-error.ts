/** An error that an operator can fix, shown without a stack trace. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}
