import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chownSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { startPostgres } from '../../../../scripts/embedded-postgres.mjs';
import { CertificateIssuer, type IssuedCertificate } from '../../../../test/support/certificates.js';
import { sql } from '../../../../test/support/sql.js';
import { makeTestFolder } from '../../../../test/support/test-folder.mjs';
import { createDataSourceOptions, deriveTimeouts } from './data-source.js';
import { initializeWithSessions } from './session-pooling.js';

const ROLE = 'tls_client';
/** All others log in by password, with or without TLS, like `scripts/postgres`. */
const ACCESS_RULES = [`hostssl all ${ROLE} 127.0.0.1/32 cert`, 'host all all 127.0.0.1/32 scram-sha-256', ''].join('\n');

let directory: string;
let server: Awaited<ReturnType<typeof startPostgres>>;

/** The path of a file for the client. */
const fileOf = (name: string): string => join(directory, name);

/** Writes a certificate and its key for the client: `NAME.crt` and `NAME.key`. */
function write(name: string, { pem, privateKey }: IssuedCertificate): void {
  writeFileSync(fileOf(`${name}.crt`), pem);
  writeFileSync(fileOf(`${name}.key`), privateKey, { mode: 0o600 });
}

/** Writes a file into the server's data directory, where only its account may read a key. */
function writeForServer(name: string, text: string): void {
  const data = join(directory, 'cluster', 'data');
  writeFileSync(join(data, name), text, { mode: 0o600 });
  const { uid, gid } = statSync(data);
  chownSync(join(data, name), uid, gid);
}

/** The URL of the server with another host, and query parameters. */
function urlOf(host: string, parameters: Record<string, string>, role?: string): string {
  const url = new URL(server.url);
  url.hostname = host;
  if (role) [url.username, url.password] = [role, ''];
  url.search = String(new URLSearchParams(parameters));
  return url.href;
}

/** Connects as the services do. @returns the user that the database sees, and whether the connection uses TLS */
async function connectBy(url: string): Promise<unknown> {
  const source = await initializeWithSessions(new DataSource(createDataSourceOptions({ url, poolSize: 2, ...deriveTimeouts(5_000) })));
  try {
    const [row] = await source.query<unknown[]>('SELECT current_user AS role, ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()');
    return row;
  } finally {
    await source.destroy();
  }
}

beforeAll(async () => {
  directory = makeTestFolder('tls');
  const issuer = new CertificateIssuer();
  const authority = await issuer.issue({ subject: 'CN=Authority', isAuthority: true });
  const host = await issuer.issue({ subject: 'CN=database', alternativeNames: [{ type: 'dns', value: 'localhost' }] }, authority);
  write('authority', authority);
  write('stranger', await issuer.issue({ subject: 'CN=Stranger', isAuthority: true }));
  write('client', await issuer.issue({ subject: `CN=${ROLE}` }, authority));
  write('other', await issuer.issue({ subject: 'CN=other' }, authority));

  server = await startPostgres({ dataDir: directory, durable: false });
  writeForServer('server.crt', host.pem);
  writeForServer('server.key', host.privateKey);
  writeForServer('authority.crt', readFileSync(fileOf('authority.crt'), 'utf8'));
  writeForServer('pg_hba.conf', ACCESS_RULES);
  for (const statement of [`CREATE ROLE ${ROLE} LOGIN`, `ALTER SYSTEM SET ssl_ca_file = 'authority.crt'`, 'ALTER SYSTEM SET ssl = on'])
    await sql(server.url, statement);
  await sql(server.url, 'SELECT pg_reload_conf()');
});

afterAll(async () => {
  await server.stop({ force: true });
  rmSync(directory, { recursive: true });
});

describe('DATABASE_URL with TLS', () => {
  const trusted = () => ({ sslmode: 'verify-full', sslrootcert: fileOf('authority.crt') });

  it('accepts a server whose certificate has its name and is issued by the authority of sslrootcert', async () => {
    expect(await connectBy(urlOf('localhost', trusted()))).toEqual({ role: 'latchkey', ssl: true });
  });

  it.each(['verify-full', 'verify-ca', 'require', 'prefer'])(
    'rejects the certificate of another authority: sslmode=%s',
    async (sslmode) => {
      const parameters = { sslmode, sslrootcert: fileOf('stranger.crt') };

      await expect(connectBy(urlOf('localhost', parameters))).rejects.toMatchObject({
        code: expect.stringMatching(/^(UNABLE_TO_|SELF_SIGNED)/),
      });
    },
  );

  it.each(['verify-full', 'verify-ca', 'require', 'prefer'])('rejects a certificate with another name: sslmode=%s', async (sslmode) => {
    await expect(connectBy(urlOf('127.0.0.1', { ...trusted(), sslmode }))).rejects.toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
  });

  it('encrypts without checking the server only with no-verify', async () => {
    expect(await connectBy(urlOf('127.0.0.1', { sslmode: 'no-verify' }))).toMatchObject({ ssl: true });
    expect(await connectBy(urlOf('127.0.0.1', { sslmode: 'disable' }))).toMatchObject({ ssl: false });
  });

  it('logs in by a client certificate with the name of the role, and no password', async () => {
    const files = { sslcert: fileOf('client.crt'), sslkey: fileOf('client.key') };

    expect(await connectBy(urlOf('localhost', { ...trusted(), ...files }, ROLE))).toEqual({ role: ROLE, ssl: true });
  });

  it.each<[string, () => Record<string, string>]>([
    ['no certificate', () => ({})],
    ['the certificate of another', () => ({ sslcert: fileOf('other.crt'), sslkey: fileOf('other.key') })],
  ])('cannot log in as that role with %s', async (_what, files) => {
    await expect(connectBy(urlOf('localhost', { ...trusted(), ...files() }, ROLE))).rejects.toMatchObject({ code: '28000' });
  });
});
