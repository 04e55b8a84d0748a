import type { Answer, Call } from '../../../../test/support/http.js';
import type { InProcessAuth, ServedDomainOfTest } from '../in-process-auth.fixture.js';

export const REDIRECT_URI = 'https://app.example.com/callback';
export const METADATA = { redirect_uris: [REDIRECT_URI], client_name: 'Your bank', token_endpoint_auth_method: 'none' };

/** Replaces the settings of clients that register themselves, as the management API does. */
export async function configure({ rows }: InProcessAuth, { id }: ServedDomainOfTest, changes: object = {}): Promise<void> {
  const settings = { enabled: true, resources: ['orders'], ...changes };
  await rows.query(
    `INSERT INTO client_registration (domain_id, metadata_documents, dynamic_registration)
     VALUES ($1, '{"enabled":false,"hosts":null,"resources":[]}', $2)
     ON CONFLICT (domain_id) DO UPDATE SET dynamic_registration = EXCLUDED.dynamic_registration`,
    [id, JSON.stringify(settings)],
  );
  await rows.query(`UPDATE domain SET revision = nextval('revision') WHERE id = $1`, [id]);
}

/** Another domain where clients register themselves. */
export async function createOpenDomain(auth: InProcessAuth): Promise<ServedDomainOfTest> {
  const domain = await auth.domain();
  await configure(auth, domain);
  return domain;
}

export function json(body: unknown, headers: Record<string, string> = {}): Call {
  return { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(body) };
}

/** Sends a registration. */
export function send(auth: InProcessAuth, { name }: ServedDomainOfTest, call: Call = json(METADATA)): Promise<Answer> {
  return auth.send(name, '/connect/register', call);
}
