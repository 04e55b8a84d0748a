/** What an operator can mend: it is shown as it is, without a stack. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}
