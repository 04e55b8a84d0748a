import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { readRecords } from './read-records.js';
import { migrate, SOURCES } from './migrate.command.js';

const FIXTURES = join(import.meta.dirname, '../../../../../test/fixtures/migrate');
let folder: string;

function useGarbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-migrate-'));
});

afterAll(() => rmSync(folder, { recursive: true }));

interface Made {
  configuration: { clients: object; roles: object; resources: object; providers: object };
  users: object[];
  secrets: object;
  reasons: string[];
}

async function run(service: string, ...files: string[]): Promise<Made> {
  await migrate(
    SOURCES[service]!,
    files.map((file) => (file.startsWith('/') ? file : join(FIXTURES, file))),
    folder,
  );
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
  const report = JSON.parse(read('report.json')) as { why: string; count: number; examples: string[] }[];
  return {
    configuration: JSON.parse(read('configuration.json')) as Made['configuration'],
    users: read('users.ndjson')
      .trim()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as object),
    secrets: JSON.parse(read('secrets.json')) as object,
    reasons: report.map(({ examples, why }) => `${examples[0]}: ${why}`),
  };
}

describe('migrate', () => {
  it('takes a realm of Keycloak, and reports what has no place', async () => {
    const { configuration, users, secrets, reasons } = await run('keycloak', 'keycloak-realm.json');

    expect(configuration).toEqual({
      version: 1,
      clients: {
        shop: {
          clientType: 'Confidential',
          grantType: 'AuthorizationCode',
          scope: 'openid profile email',
          redirectUris: ['https://shop.example.com/callback'],
          postSignOutRedirectUris: ['https://shop.example.com/bye'],
          presentation: { name: 'Shop' },
          grants: { clientCredentials: true },
        },
      },
      resources: {},
      roles: { clerk: { description: 'Counts the stock' } },
      providers: { northwind: { issuer: 'https://login.northwind.example', clientId: 'latchkey', displayName: 'Northwind' } },
    });
    expect(users).toEqual([
      {
        sub: '7f3f2f0e-4b0d-4b6e-9f0a-0f4f5b7a9c11',
        preferredUsername: 'grace.hopper',
        name: 'Grace Hopper',
        attributes: {
          department: 'Navy',
          email: 'grace@example.com',
          email_verified: true,
          given_name: 'Grace',
          family_name: 'Hopper',
          groups: ['/staff'],
        },
        roles: ['clerk'],
      },
    ]);
    expect(secrets).toEqual({ shop: 'a-secret-of-keycloak-with-32-chars' });
    expect(reasons.toSorted()).toEqual([
      'client https://sp.example.com: SAML has no place here',
      'client shop: redirect URI https://shop.example.com/*: wildcards are not possible: name each URI',
      'client shop: the implicit grant does not exist here',
      'client shop: the mapper tenant: claims belong to scopes here, …/id_token/claims_supported',
      'group staff: groups are the attribute groups of their users here',
      'identity provider github: only OpenID Connect providers with an issuer are possible',
      'identity provider northwind: the export has no usable secret: set clientSecret before you apply the document',
      'user 7f3f2f0e-4b0d-4b6e-9f0a-0f4f5b7a9c11: the password has no place here: send them a link',
      'user 8a3f2f0e-4b0d-4b6e-9f0a-0f4f5b7a9c12: neither the username nor the email address can be a username here, which has at least 10 characters',
    ]);
  });

  it('takes several files of Auth0, and keeps ids that can be no sub', async () => {
    const { configuration, users, secrets, reasons } = await run('auth0', 'auth0-users.ndjson', 'auth0-configuration.json');

    expect(configuration).toMatchObject({
      clients: {
        vQ1aYyO4mKcI: { clientType: 'Public', grantType: 'AuthorizationCode', scope: 'openid profile email offline_access' },
        w2mKcIvQ1aYy: { clientType: 'Confidential', grantType: 'ClientCredentials', scope: 'api' },
      },
      resources: { 6650: { audience: 'https://orders.example.com', scopes: [{ scope: 'orders:read', description: 'Read orders' }] } },
      roles: { clerk: { description: 'Counts' } },
    });
    expect(users).toMatchObject([
      {
        preferredUsername: 'grace@example.com',
        attributes: { legacy_sub: 'auth0|5f7c8ec7c33c6c004bbafe82', theme: 'dark', app_metadata: { plan: 'gold' } },
      },
      { preferredUsername: 'ada@example.com', name: 'Ada Lovelace', active: false },
    ]);
    expect(secrets).toEqual({ w2mKcIvQ1aYy: 'a-secret-of-auth0-with-more-than-32-characters' });
    expect(reasons).toEqual(
      expect.arrayContaining([
        'client vQ1aYyO4mKcI: the grant implicit does not exist here',
        'client w2mKcIvQ1aYy: the export does not name its scopes: it may request api; set those of its APIs',
        'connection Username-Password-Authentication: a database of passwords has no place here: its users get links',
      ]),
    );
  });

  it.each([
    ['logto', 'a1b2c3d4e5f6'],
    ['zitadel', '70669166453588819'],
    ['fusionauth', '00000000-0000-0001-0000-000000000000'],
    ['cognito', 'c3b1f0de-7d5b-4f5e-9c0b-2f9d3e5a7b10'],
  ])('takes users, roles and applications of %s', async (service, sub) => {
    const { configuration, users, reasons } = await run(service, `${service}.json`);

    expect(users).toMatchObject([
      {
        sub,
        preferredUsername: expect.stringMatching(/^grace.hopper$/),
        name: 'Grace Hopper',
        attributes: { email: 'grace@example.com', email_verified: true },
        roles: ['clerk'],
      },
    ]);
    expect(Object.keys(configuration.roles)).toEqual(['clerk']);
    expect(Object.keys(configuration.clients)).toEqual(['app1']);
    expect(reasons).toContain(`user ${sub}: the password has no place here: send them a link`);
  });

  it('takes an app client of Cognito, and whether its users are inactive', async () => {
    const { configuration, users, secrets, reasons } = await run('cognito', 'cognito.json');

    expect(configuration.clients).toEqual({
      app1: {
        clientType: 'Confidential',
        grantType: 'AuthorizationCode',
        scope: 'openid email offline_access',
        redirectUris: ['https://portal.example.com/callback'],
        postSignOutRedirectUris: ['https://portal.example.com/bye'],
        presentation: { name: 'Portal' },
      },
    });
    expect(secrets).toEqual({ app1: 'a-secret-of-cognito-with-more-than-32-characters' });
    expect(users).toMatchObject([{ active: false }]);
    expect(reasons).toEqual(
      expect.arrayContaining([
        'client app1: the implicit grant does not exist here',
        'client app1: the scope orders/read belongs to a resource here: PUT …/resource/{resourceId}',
      ]),
    );
  });

  it('reads 200,000 users with the memory for a few, and reports them by reason', async () => {
    const file = join(folder, 'many.json');
    const note = 'x'.repeat(200);
    const user = (n: number): string =>
      JSON.stringify({ id: `user-${n}`, username: `user.number.${n}`, attributes: { note: [note] }, credentials: [{ type: 'password' }] });
    writeFileSync(file, `{"realm":"shop","users":[${Array.from({ length: 200_000 }, (_none, n) => user(n)).join(',')}]}`);
    const collect = useGarbageCollector();
    collect();
    const before = process.memoryUsage().heapUsed;
    let [read, grown] = [0, 0];
    for await (const { path } of readRecords(file, { arrays: ['users'] })) {
      if (path === 'users') read += 1;
      if (read % 50_000 !== 49_999) continue;
      collect();
      grown = Math.max(grown, process.memoryUsage().heapUsed - before);
    }

    expect([read, grown < 10_000_000]).toEqual([200_000, true]);
    expect((await migrate(SOURCES['keycloak']!, [file], folder)).users).toBe(200_000);
    expect(statSync(join(folder, 'report.json')).size).toBeLessThan(5_000);
  });

  it.each([
    ['{"users": [', 'is cut off'],
    ['no JSON', 'is no JSON'],
  ])('names a file that cannot be read: %s', async (text) => {
    const file = join(folder, 'broken.json');
    writeFileSync(file, text);

    await expect(migrate(SOURCES['keycloak']!, [file], folder)).rejects.toThrow(/broken\.json cannot be read: /);
  });

  it('keeps the secrets from other users of the machine', async () => {
    await run('keycloak', 'keycloak-realm.json');

    expect(statSync(join(folder, 'secrets.json')).mode & 0o077).toBe(0);
  });
});
