import { beforeEach } from '@jest/globals';
import type { Answer } from '../../../../test/support/http.js';
import { useManagementFixture, type ManagementFixture } from '../../../../test/support/management-fixture.js';

export const ORDERS = {
  audience: 'https://orders.example.com',
  name: 'Orders',
  scopes: [
    { scope: 'orders:read', description: 'Read orders' },
    { scope: 'orders:write', description: 'Change orders' },
  ],
  accessTokenExpiry: null,
  tokenFormat: 'Jwt',
  signingAlgorithm: null,
  enforceRoles: false,
};
export const SERVICE = { clientType: 'Confidential', grantType: 'ClientCredentials', scope: 'read' };

/** A domain for each test, with the resource `orders` and the client `reports`. */
export interface ResourceFixture extends ManagementFixture {
  /** The path of the domain. */
  root: string;
  put(path: string, body: unknown): Promise<Answer>;
  get(path: string): Promise<Answer>;
  remove(path: string): Promise<Answer>;
  /** The revisions of the domain and of the client. */
  readRevisions(): Promise<{ domain: string; client: string | null }>;
  /** The entries of the log of a type, newest first: the client or user, and the data without the salt of personal data. */
  listLogEntries(type: string): Promise<unknown[]>;
}

export function useResourceFixture(): ResourceFixture {
  const fixture = useManagementFixture({ RATE_LIMIT: 'off', AUTH_URL: 'https://{domain}' }) as ResourceFixture;
  Object.assign(fixture, {
    put: (path: string, body: unknown) => fixture.caller.put(`${fixture.root}${path}`, body as object),
    get: (path: string) => fixture.caller.get(`${fixture.root}${path}`),
    remove: (path: string) => fixture.caller.delete(`${fixture.root}${path}`),
    readRevisions: async () => {
      const [row] = await fixture.rows.query<{ domain: string; client: string | null }>(
        `SELECT domain.revision AS domain, client.revision AS client FROM domain
         LEFT JOIN client ON client.domain_id = domain.id AND client_id = 'reports' WHERE domain.name = $1`,
        [fixture.root.split('/').at(-1)],
      );
      return row!;
    },
    listLogEntries: async (type: string) => {
      const { json } = await fixture.get(`/log?type=${type}`);
      return (json as { client: string | null; user: string | null; data: { salt?: string } }[]).map(
        ({ client, user, data: { salt: _salt, ...data } }) => [client ?? user, data],
      );
    },
  });
  beforeEach(async () => {
    fixture.root = `/v1/domain/${await fixture.caller.registerDomain()}`;
    await fixture.put('/resource/orders', ORDERS);
    await fixture.put('/client/reports', SERVICE);
  });
  return fixture;
}

/** The pointers of the errors in the response, or its status. */
export function getPointers({ status, json }: Answer): unknown {
  return status === 400 ? (json as { errors: { pointer: string }[] }).errors.map(({ pointer }) => pointer) : status;
}
