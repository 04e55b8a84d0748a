import { createHash } from 'node:crypto';
import { startAuth, type Auth } from './auth.js';
import { passPublicationLead } from './key-rotation.js';
import { startManagement, type Caller } from './management.js';
import { provisionClient } from './service-client.js';
import { sql } from './sql.js';
import type { KnownClient, Vocabulary } from './token-requests.js';

/** Domains with clients of every kind, and the requests for them. */
export interface Population extends Vocabulary {
  /** The published documents at /.well-known/jwks.json, by domain. */
  keySets: Record<string, unknown>;
}

const AUDIENCES = ['https://api.example.com', 'https://api.example.com/v2?x=1', 'urn:example:api', 'urn:latchkey:all-audiences'];
const SCOPE = 'read write';

/** The configurations of the first domain's clients that get tokens, by client id. */
const CONFIGURATIONS: Readonly<Record<string, Record<string, unknown>>> = {
  standard: { scope: 'read write admin' },
  '0': { scope: 'read' },
  'unreserved-._~': { accessTokenExpiry: 1 },
  [`l${'o'.repeat(125)}ng`]: { accessTokenExpiry: 31_536_000 },
  'one-audience': { audiences: AUDIENCES.slice(0, 1) },
  'many-audiences': { audiences: AUDIENCES },
  'same-audiences': { audiences: [AUDIENCES[2], AUDIENCES[2]] },
  'no-audiences': { audiences: [] },
  'with-openid': { scope: 'openid profile read write offline_access' },
  'openid-only': { scope: 'openid email' },
  'many-scopes': { scope: Array.from({ length: 30 }, (_, n) => `s${n}`).join(' ') },
  'strange-scopes': { scope: "! # $%&'()*+,-./:;<=>?@[]^_`{|}~ 'read'" },
  'with-everything': {
    redirectUris: ['https://app.example.com/callback', 'http://localhost:8080/callback', 'http://127.0.0.2/callback'],
    postSignOutRedirectUris: ['https://app.example.com/', 'https://localhost/out', 'http://app.localhost/out'],
    allowedOrigins: ['https://app.example.com'],
    providers: ['google'],
    policies: ['mfa'],
    allowLocalLogin: false,
    idTokenExpiry: 60,
    refreshTokenExpiry: 60,
  },
};

const CODE = { grantType: 'AuthorizationCode', redirectUris: ['https://app.example.com/callback'] };
const PUBLIC = { ...CODE, clientType: 'Public' };

/** Clients that cannot use client credentials, and one that is removed. */
const REFUSED_CONFIGURATIONS: typeof CONFIGURATIONS = {
  removed: {},
  'code-confidential': { ...CODE, scope: 'openid read' },
  'code-without-redirect': { ...CODE, redirectUris: null },
  'public-web': { ...PUBLIC, allowedOrigins: ['https://app.example.com'] },
  'public-native': {
    ...PUBLIC,
    redirectUris: ['com.example.app:/callback', 'http://127.0.0.1/callback', 'https://localhost/callback', 'http://app.localhost/callback'],
    postSignOutRedirectUris: ['com.example.app:/out'],
  },
  'public-mixed': { ...PUBLIC, postSignOutRedirectUris: ['com.example.app:/out'] },
};

async function addSecret(databaseUrl: string, client: KnownClient, expires: string): Promise<KnownClient> {
  const clientSecret = `secret ${expires}: +%é"\\`;
  const hash = createHash('sha256').update(clientSecret).digest();
  await sql(
    databaseUrl,
    `INSERT INTO client_secret (domain_id, client_id, hash, expires_at)
     SELECT id, $2, $3, now() + $4::interval FROM domain WHERE name = $1`,
    [client.domain, client.clientId, hash, expires],
  );
  await sql(databaseUrl, `UPDATE client SET revision = nextval('revision') WHERE client_id = $1`, [client.clientId]);
  return { ...client, clientSecret };
}

async function registerDomain(databaseUrl: string, caller: Caller, algorithm: string): Promise<string> {
  const domain = await caller.registerDomain();
  await caller.put(`/v1/domain/${domain}/signing`, { idToken: algorithm, accessToken: algorithm });
  await passPublicationLead(databaseUrl, domain);
  return domain;
}

async function provisionAll(caller: Caller, domain: string, configurations: typeof CONFIGURATIONS): Promise<KnownClient[]> {
  const clients: KnownClient[] = [];
  for (const [clientId, configuration] of Object.entries(configurations)) {
    const { scope = SCOPE, audiences = [] } = configuration as { scope?: string; audiences?: string[] };
    const client = await provisionClient(caller, domain, { clientId, configuration: { scope, ...configuration } });
    clients.push({ ...client, clientSecret: client.clientSecret ?? 'none', scope, audiences });
  }
  return clients;
}

async function keySetOf(auth: Auth, domain: string): Promise<unknown> {
  return (await auth.send(domain, '/.well-known/jwks.json')).json;
}

/** Fills a database through the management API and, where time must have passed, with SQL. */
export async function populate(databaseUrl: string): Promise<Population> {
  const management = await startManagement(databaseUrl, { WORKER: 'off' });
  const auth = await startAuth(databaseUrl);
  try {
    const caller = management.as(management.apiKey);
    const names: string[] = [];
    for (const algorithm of ['ES256', 'RS256', 'EdDSA', 'ES256']) names.push(await registerDomain(databaseUrl, caller, algorithm));
    const [first, second, third, deleted] = names as [string, string, string, string];
    const keySets = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await keySetOf(auth, name)] as const)));
    const clients = await provisionAll(caller, first, CONFIGURATIONS);
    for (const domain of [second, third]) clients.push(...(await provisionAll(caller, domain, { standard: {} })));
    const refused = [
      ...(await provisionAll(caller, first, REFUSED_CONFIGURATIONS)),
      ...(await provisionAll(caller, deleted, { standard: {} })),
      await addSecret(databaseUrl, clients[0]!, '-1 s'),
    ];
    clients.push(await addSecret(databaseUrl, clients[0]!, '1 hour'));
    await caller.delete(`/v1/domain/${first}/client/removed`);
    await caller.delete(`/v1/domain/${deleted}`);
    return { domains: [...names, 'nobody.example', 'not_a_host', '[::1]'], clients, refused, keySets };
  } finally {
    await Promise.all([management.stop(), auth.stop()]);
  }
}
