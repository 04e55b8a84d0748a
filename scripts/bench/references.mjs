import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { freePort } from '../free-port.mjs';
import { generateClientKeys } from './client-keys.mjs';
import { SERVER_CORE } from './machine.mjs';
import { ServerProcess } from './server-process.mjs';
import { METHODS } from './token-requests.mjs';

/**
 * Starts one of the two servers for comparison.
 *
 * @param {'limit' | 'bare'} name
 *
 * @param {(issuer: string) => Record<string, unknown>} configure returns the server's BENCH_CONFIGURATION
 */
export async function startReference(name, configure) {
  const port = await freePort();
  const issuer = `http://${name}.localhost:${port}`;
  const env = { NODE_ENV: 'production', BENCH_CONFIGURATION: JSON.stringify({ port, issuer, ...configure(issuer) }) };
  const args = [fileURLToPath(new URL(`${name}.server.mjs`, import.meta.url))];
  const server = await new ServerProcess(name, { args, env, cores: SERVER_CORE }).ready(port, '/.well-known/jwks.json');
  return { port, issuer, server };
}

/**
 * Starts a server for comparison with one client and one authentication method.
 *
 * @param {'limit' | 'bare'} server
 *
 * @param {import('./token-requests.mjs').MethodName} [method] other than the secret, only for bare
 * @returns {Promise<import('./rounds.mjs').Target>}
 */
export async function startTokenReference(server, method = 'secret') {
  const clientId = 'bench';
  const [secret, keys] = [randomBytes(32).toString('base64url'), await generateClientKeys(clientId)];
  const client = { client_id: clientId, grant_types: ['client_credentials'], redirect_uris: [], response_types: [], scope: 'read' };
  const authentication = {
    secret: { client_secret: secret, token_endpoint_auth_method: 'client_secret_basic' },
    key: { jwks: { keys: [keys.assertion.publicKey] }, token_endpoint_auth_method: 'private_key_jwt' },
    certificate: {
      token_endpoint_auth_method: 'tls_client_auth',
      tls_client_auth_subject_dn: keys.subjectDn,
      tls_client_certificate_bound_access_tokens: true,
    },
  }[METHODS[method].credential];
  const started = await startReference(server, () => ({ clients: [{ ...client, ...authentication }] }));
  const parties = [{ host: new URL(started.issuer).host, issuer: started.issuer, clientId, secret, keys }];
  const name = method === 'secret' ? server : `${server}, ${method}`;
  return { ...started, name, method, parties, warmUpSeconds: 10, jwksPath: '/.well-known/jwks.json', database: null };
}
