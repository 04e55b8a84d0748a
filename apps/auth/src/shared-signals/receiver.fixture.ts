import { beforeAll, beforeEach } from '@jest/globals';
import type { Answer } from '../../../../test/support/http.js';
import { readSecurityEvent, type ReadSecurityEvent } from '../../../../test/support/security-event.js';
import { useAuthFixture } from '../auth.fixture.js';
import { clientCall, type ServedDomainOfTest, type Tokens } from '../in-process-auth.fixture.js';

/** A client that receives security events. */
export const RECEIVER = { grant_type: 'ClientCredentials', scope: 'ssf.manage ssf.read' };

export interface ReceiverFixture {
  auth: ReturnType<typeof useAuthFixture>;
  /** A new client before each test. */
  clientId: string;
  /** Its access token. */
  token: string;
  requestToken(client: string, scope?: string, domain?: ServedDomainOfTest): Promise<string>;
  call(method: string, path: string, body?: unknown, by?: string): Promise<Answer>;
  /** @returns its `stream_id` */
  createStream(configuration?: object): Promise<string>;
  /** @returns its `jti` */
  addEvent(stream: string): Promise<string>;
  poll(stream: string, body?: object): Promise<{ sets: Record<string, string>; moreAvailable: boolean }>;
  /** Verifies a token as a receiver does. */
  verifySet(set: string): Promise<ReadSecurityEvent>;
}

/** An auth server with a client that receives security events. */
export function useReceiverFixture(): ReceiverFixture {
  const auth = useAuthFixture({ client: RECEIVER });
  let jwks: unknown;
  const fixture: ReceiverFixture = {
    auth,
    clientId: '',
    token: '',
    async requestToken(client, scope = 'ssf.manage', domain = auth.domain) {
      const answer = await auth.auth.send(domain.name, '/connect/token', clientCall(client, { grant_type: 'client_credentials', scope }));
      return (answer.json as Tokens).access_token;
    },
    call(method, path, body, by = fixture.token) {
      const headers = { Authorization: `Bearer ${by}`, 'Content-Type': 'application/json' };
      return auth.send(path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
    },
    async createStream(configuration = {}) {
      return ((await fixture.call('POST', '/ssf/stream', configuration)).json as { stream_id: string }).stream_id;
    },
    async addEvent(stream) {
      const row = await auth.auth.rows.insert('ssf_event', { domain_id: auth.domain.id, stream_id: stream, subject: auth.sub });
      return row.id as string;
    },
    async poll(stream, body = {}) {
      return (await fixture.call('POST', `/ssf/poll/${stream}`, { returnImmediately: true, ...body })).json as never;
    },
    verifySet: (set) => readSecurityEvent(set, { issuer: auth.domain.issuer, audience: fixture.clientId, jwks }),
  };
  beforeAll(async () => {
    jwks = (await auth.send('/.well-known/jwks.json')).json;
  });
  beforeEach(async () => {
    // A domain can have only a few streams.
    await auth.auth.rows.query('DELETE FROM ssf_stream WHERE domain_id = $1', [auth.domain.id]);
    fixture.clientId = await auth.client(RECEIVER);
    fixture.token = await fixture.requestToken(fixture.clientId);
  });
  return fixture;
}

/** Status and `error_description` of a rejection. */
export const descriptionOf = ({ status, json }: Answer) => [status, (json as { error_description: string }).error_description];
