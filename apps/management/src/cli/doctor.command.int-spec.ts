import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, getCACertificates, setDefaultCACertificates, type Server } from 'node:tls';
import { CertificateIssuer, type IssuedCertificate } from '../../../../test/support/certificates.js';
import { runCli } from '../../../../test/support/cli.js';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { ScriptedNameServer, type Asked } from '../../../../test/support/dns-lab/scripted-server.js';
import { freePort } from '../../../../test/support/service-process.js';
import { publishNextKey } from '../../../../test/support/key-rotation.js';
import { MailCatcher } from '../../../../test/support/mail-catcher.js';
import { managementSettings, MASTER_KEY } from '../../../../test/support/management.js';
import { Rows } from '../../../../test/support/rows.js';

interface Check {
  name: string;
  status: string;
  detail: string;
}

const NAME = 'id.example.com';
const UNRESOLVED = 'gone.example.com';
const OTHER_KEY = Buffer.alloc(32, 8).toString('base64');
const DAY_MS = 86_400_000;

let database: TestDatabase;
let rows: Rows;
let catcher: MailCatcher;
let resolver: ScriptedNameServer;
let tls: Server;
let issuer: CertificateIssuer;
let authority: IssuedCertificate;
const trusted = getCACertificates('default');

beforeAll(async () => {
  [database, catcher] = await Promise.all([createTestDatabase(), MailCatcher.start()]);
  rows = new Rows(database.url);
  resolver = await ScriptedNameServer.start(await freePort(), answer);
  issuer = new CertificateIssuer();
  authority = await issuer.issue({ subject: 'CN=A test authority', isAuthority: true, validUntil: 90 * DAY_MS });
  tls = createServer().listen(0, '127.0.0.1');
  await once(tls, 'listening');
  await rows.domain({ name: NAME });
  await publishNextKey(database.url, NAME);
});

afterAll(async () => {
  setDefaultCACertificates(trusted);
  tls.close();
  resolver.stop();
  await Promise.all([catcher.stop(), rows.end()]);
  await database.drop();
});

beforeEach(async () => {
  setDefaultCACertificates([...trusted, authority.pem]);
  await present({ validUntil: 60 * DAY_MS });
});

function answer({ name, type }: Asked) {
  return name === NAME && type === 'A' ? { answers: [{ type: 'A' as const, name, data: '127.0.0.1' }] } : {};
}

/** Makes the TLS server present a new certificate. */
async function present(validity: { validUntil: number }): Promise<void> {
  const { pem, privateKey } = await issuer.issue(
    { subject: `CN=${NAME}`, alternativeNames: [{ type: 'dns', value: NAME }], ...validity },
    authority,
  );
  tls.setSecureContext({ cert: pem, key: privateKey });
}

function settings(changes: Record<string, string> = {}): Record<string, string> {
  return managementSettings(database.url, {
    AUTH_URL: `https://{domain}:${(tls.address() as AddressInfo).port}`,
    DNS_RESOLVERS: `127.0.0.1:${resolver.port}`,
    SMTP_URL: catcher.url,
    MAIL_FROM: 'no-reply@example.com',
    ...changes,
  }) as Record<string, string>;
}

async function examine(
  changes: Record<string, string> = {},
): Promise<{ code: number | null; checks: Check[]; of: Record<string, string> }> {
  const { code, stdout, stderr } = await runCli(settings(changes), 'doctor', '--json');
  expect(stderr).toBe('');
  const { healthy, checks } = JSON.parse(stdout) as { healthy: boolean; checks: Check[] };
  expect(healthy).toBe(code === 0);
  return { code, checks, of: Object.fromEntries(checks.map(({ name, status, detail }) => [name, `${status}: ${detail}`])) };
}

describe('doctor', () => {
  it('reports a healthy installation with one line per check', async () => {
    const { code, of } = await examine();

    expect({ code, of }).toEqual({
      code: 0,
      of: {
        settings: 'ok: NODE_ENV=development',
        database: expect.stringMatching(/^ok: PostgreSQL \d+/),
        migrations: 'ok: every migration of this release is applied',
        keys: 'ok: MASTER_KEY decrypts 1 signing keys',
        clock: expect.stringMatching(/^ok: this machine's clock is \d\.\d s /),
        'dns-provider': 'skipped: DNS_PROVIDER is none: no records are created',
        smtp: expect.stringMatching(/^ok: 127\.0\.0\.1:\d+ accepts the login/),
        certificates: 'ok: 1 certificates are valid',
        'host-names': 'ok: 1 names resolve',
      },
    });
    const text = await runCli(settings(), 'doctor');
    expect(text).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/^(ok|skipped) +\w[^\n]*\n/) });
    expect(text.stdout.trimEnd().split('\n')).toHaveLength(9);
  });

  it('exits with 1 and says what to do about each error; no error hides another', async () => {
    await rows.domain({ name: UNRESOLVED });
    await present({ validUntil: DAY_MS / 4 });
    const powerDns = {
      DNS_PROVIDER: 'powerdns',
      DNS_POWERDNS_URL: 'http://127.0.0.1:9',
      DNS_POWERDNS_API_KEY: 'key',
      DNS_TARGET: '192.0.2.1',
    };

    const { code, checks, of } = await examine({ ...powerDns, MASTER_KEY: OTHER_KEY, SMTP_URL: 'smtp://127.0.0.1:9' });

    expect(code).toBe(1);
    expect(checks.map(({ status }) => status)).toEqual(['ok', 'ok', 'ok', 'failed', 'ok', 'failed', 'failed', 'failed', 'failed']);
    expect(of).toMatchObject({
      keys: 'failed: MASTER_KEY does not decrypt 1 of 1 signing keys: add the former master key to it, after the first one',
      'dns-provider': expect.stringMatching(/^failed: powerdns: .*: check the settings DNS_POWERDNS_\*/),
      smtp: expect.stringMatching(/^failed: SMTP_URL: E\w+: check host and port/),
      certificates: expect.stringMatching(/^failed: 1 of 1 certificates: id\.example\.com: expires on .*: check why it is not renewed$/),
      'host-names': `failed: 1 of 2 names do not resolve: ${UNRESOLVED}: check their records`,
    });
    await rows.query('DELETE FROM domain WHERE name = $1', [UNRESOLVED]);
  });

  it('accepts keys of a former master key, and says how to re-encrypt them', async () => {
    const { of } = await examine({ MASTER_KEY: `${OTHER_KEY},${MASTER_KEY}` });

    expect(of['keys']).toBe(
      'ok: MASTER_KEY decrypts 1 signing keys; 1 of them with a former master key: master-key rotate re-encrypts them',
    );
  });

  it('reports a certificate that no browser trusts', async () => {
    setDefaultCACertificates(trusted);

    expect((await examine()).of['certificates']).toMatch(/^failed: 1 of 1 certificates: id\.example\.com: \w.*certificate/);
  });

  it('names the first missing migration, and skips what needs it', async () => {
    const [last] = await rows.query<{ name: string }>(
      'DELETE FROM migration WHERE id = (SELECT max(id) FROM migration) RETURNING name, timestamp',
    );

    const { code, of } = await examine();

    expect(code).toBe(1);
    expect(of['migrations']).toBe(`failed: 1 migrations are missing, the first is ${last!.name}: run npm run migrate`);
    expect([of['keys'], of['certificates'], of['host-names']]).toEqual(Array(3).fill('skipped: the database lacks migrations'));
    expect(of['clock']).toMatch(/^ok: /);
    await rows.query('INSERT INTO migration (timestamp, name) VALUES ($1, $2)', [last!['timestamp' as 'name'], last!.name]);
  });

  it('says why the database refuses, and still checks what needs none', async () => {
    const wrong = new URL(database.url);
    wrong.pathname = '/nothing';

    const { code, of } = await examine({ DATABASE_URL: wrong.href });

    expect([code, of['database']]).toEqual([1, expect.stringMatching(/^failed: database "nothing" does not exist/)]);
    expect([of['migrations'], of['keys'], of['clock']]).toEqual(Array(3).fill('skipped: the database does not answer'));
    expect(of['smtp']).toMatch(/^ok: /);
  });

  it('checks nothing else if the settings are invalid', async () => {
    const { code, checks } = await examine({ WORKER: 'maybe', MASTER_KEY: '' });

    expect([code, checks.map(({ name, status }) => `${name} ${status}`)]).toEqual([1, ['settings failed']]);
    expect(checks[0]!.detail).toMatch(/^MASTER_KEY: is required: .*; WORKER: must be /);
  });
});
