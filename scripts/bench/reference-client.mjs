/**
 * The one client of a server for comparison, from its environment. It may authenticate by one method only.
 *
 * @returns {import('./limit-authentication.mjs').Client & { method: import('./methods.mjs').MethodName }}
 */
export function readClient() {
  return {
    issuer: required('BENCH_ISSUER'),
    clientId: required('BENCH_CLIENT_ID'),
    secret: required('BENCH_CLIENT_SECRET'),
    method: /** @type {import('./methods.mjs').MethodName} */ (required('BENCH_CLIENT_METHOD')),
    publicKey: JSON.parse(required('BENCH_CLIENT_KEY')),
    subjectDn: required('BENCH_CLIENT_SUBJECT'),
  };
}

/** @param {string} name */
export function required(name) {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
}
