import { describe, expect, it } from '@jest/globals';
import { statSync, writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { migrate, SOURCES } from './migrate.command.js';
import { MigrationFolder } from './migrate.fixture.js';
import { readRecords } from './read-records.js';

const folder = MigrationFolder.create();

function useGarbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}

describe('migrate', () => {
  it.each([
    ['logto', 'a1b2c3d4e5f6'],
    ['zitadel', '70669166453588819'],
    ['fusionauth', '00000000-0000-0001-0000-000000000000'],
    ['cognito', 'c3b1f0de-7d5b-4f5e-9c0b-2f9d3e5a7b10'],
  ])('takes users, roles and applications of %s', async (service, sub) => {
    const { configuration, users, reasons } = await folder.run(service, `${service}.json`);

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

  it('reads 100,000 users with the memory for a few, and reports them by reason', async () => {
    const file = folder.path('many.json');
    const note = 'x'.repeat(200);
    const user = (n: number): string =>
      JSON.stringify({ id: `user-${n}`, username: `user.number.${n}`, attributes: { note: [note] }, credentials: [{ type: 'password' }] });
    writeFileSync(file, `{"realm":"shop","users":[${Array.from({ length: 100_000 }, (_none, n) => user(n)).join(',')}]}`);
    const collect = useGarbageCollector();
    collect();
    const before = process.memoryUsage().heapUsed;
    let [read, grown] = [0, 0];
    for await (const { kind } of readRecords(file, { arrays: ['users'] })) {
      if (kind === 'users') read += 1;
      if (read % 25_000 !== 24_999) continue;
      collect();
      grown = Math.max(grown, process.memoryUsage().heapUsed - before);
    }

    expect([read, grown < 10_000_000]).toEqual([100_000, true]);
    expect((await migrate(SOURCES['keycloak']!, [file], folder.path(''))).users).toBe(100_000);
    expect(statSync(folder.path('report.json')).size).toBeLessThan(5_000);
  });

  it.each([
    ['{"users": [', 'is cut off'],
    ['no JSON', 'is no JSON'],
  ])('names a file that cannot be read: %s', async (text) => {
    const file = folder.path('broken.json');
    writeFileSync(file, text);

    await expect(migrate(SOURCES['keycloak']!, [file], folder.path(''))).rejects.toThrow(/broken\.json cannot be read: /);
  });

  it('keeps the secrets from other users of the machine', async () => {
    await folder.run('keycloak', 'keycloak-realm.json');

    expect(statSync(folder.path('secrets.json')).mode & 0o077).toBe(0);
  });
});
