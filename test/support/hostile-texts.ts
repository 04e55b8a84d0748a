/** Texts that would forge or break lines of a log. */
export const HOSTILE_TEXTS: readonly string[] = [
  '\r\n{"level":"fatal","msg":"forged"}',
  '\u001b[31m\u001b]0;title\u0007',
  '\u2028\u2029\u0085',
  '"}\n{"x":"',
  '\0',
  '\ud800',
];
