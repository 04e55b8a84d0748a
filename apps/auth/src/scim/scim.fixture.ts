import { beforeAll } from '@jest/globals';
import type { Answer } from '../../../../test/support/http.js';
import { useAuthFixture } from '../auth.fixture.js';
import { clientCall, type ServedDomainOfTest, type Tokens } from '../in-process-auth.fixture.js';

const GRANTS = { clientCredentials: false, deviceCode: false, tokenExchange: null };
/** A client that provisions users. */
export const PROVISIONER = { grant_type: 'ClientCredentials', scope: 'scim', further_grants: JSON.stringify({ ...GRANTS, scim: true }) };
export const UNPERMITTED = { ...PROVISIONER, further_grants: JSON.stringify(GRANTS) };
export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
export const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

export type Resource = Record<string, unknown> & { id: string; meta: { version: string; location: string } };

export interface ScimFixture {
  auth: ReturnType<typeof useAuthFixture>;
  token: string;
  tokenOf(client: string, domain?: ServedDomainOfTest): Promise<string>;
  /** Sends a request to the SCIM endpoint. @param body an object, or a text as it is */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** The body of a response that must have this status. */
  expectStatus(status: number, answer: Promise<Answer>): Promise<Resource>;
  createUser(resource: object): Promise<Resource>;
  createGroup(resource: object): Promise<Resource>;
  /** Applies operations to a resource that must exist. */
  patch(path: string, ...operations: object[]): Promise<Answer>;
  /** The events of the domain, with the client that caused them. */
  listEvents(): Promise<string[]>;
}

/** An auth server with a client that may provision users. */
export function useScimFixture(): ScimFixture {
  const auth = useAuthFixture();
  const fixture: ScimFixture = {
    auth,
    token: '',
    async tokenOf(client, domain = auth.domain) {
      const form = { grant_type: 'client_credentials', scope: 'scim' };
      return ((await auth.auth.send(domain.name, '/connect/token', clientCall(client, form))).json as Tokens).access_token;
    },
    call(method, path, body, headers = {}) {
      const sent = { Authorization: `Bearer ${fixture.token}`, 'Content-Type': 'application/scim+json', ...headers };
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      return auth.send(`/scim/v2${path}`, { method, headers: sent, ...(body !== undefined && { body: text }) });
    },
    async expectStatus(status, answer) {
      const { status: received, text, json } = await answer;
      if (received !== status) throw new Error(`${received} ${text}`);
      return json as Resource;
    },
    createUser: (resource) => fixture.expectStatus(201, fixture.call('POST', '/Users', resource)),
    createGroup: (resource) => fixture.expectStatus(201, fixture.call('POST', '/Groups', resource)),
    patch: (path, ...Operations) => fixture.call('PATCH', path, { schemas: [PATCH_OP], Operations }),
    async listEvents() {
      const rows = await auth.auth.rows.query<{ type: string; client_id: string }>(
        'SELECT type, client_id FROM log_entry WHERE domain_id = $1 ORDER BY id',
        [auth.domain.id],
      );
      return rows.map(({ type, client_id: client }) => `${type} by ${client}`);
    },
  };
  beforeAll(async () => {
    fixture.token = await fixture.tokenOf(await auth.client(PROVISIONER));
  });
  return fixture;
}
