import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createPublicKey, type JsonWebKey } from 'node:crypto';
import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { runCli } from '../../../../test/support/cli.js';
import { makeTestFolder } from '../../../../test/support/test-folder.mjs';

describe('client keygen', () => {
  let folder: string;

  beforeAll(async () => {
    folder = makeTestFolder('keygen');
  });

  afterAll(() => rm(folder, { recursive: true }));

  it('creates a key pair without a database, with the private key readable only by its owner', async () => {
    const file = join(folder, 'orders.pem');
    const { code, stdout, stderr } = await runCli({}, 'client', 'keygen', '--alg', 'PS256', '--out', file, '--json');

    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const { privateKeyFile, jwks } = JSON.parse(stdout) as { privateKeyFile: string; jwks: { keys: [JsonWebKey] } };
    expect(privateKeyFile).toBe(file);
    expect(jwks.keys).toEqual([{ kty: 'RSA', n: expect.any(String), e: 'AQAB', kid: expect.any(String), alg: 'PS256', use: 'sig' }]);
    // Windows has no modes: Node.js reports that everyone may write.
    expect((await stat(file)).mode & 0o777).toBe(process.platform === 'win32' ? 0o666 : 0o600);
    const ofFile = createPublicKey(await readFile(file, 'utf8'));
    expect(ofFile.equals(createPublicKey({ key: jwks.keys[0], format: 'jwk' }))).toBe(true);
  });

  it('prints the public keys as JSON, and never replaces a file', async () => {
    const file = join(folder, 'kept.pem');
    const { stdout } = await runCli({}, 'client', 'keygen', '--out', file);
    expect(stdout).toMatch(/^privateKeyFile: \S+\njwks: \{"keys":\[\{"kty":"EC".*\n$/);
    const before = await readFile(file, 'utf8');

    expect(await runCli({}, 'client', 'keygen', '--out', file)).toEqual({
      code: 1,
      stdout: '',
      stderr: `${file} already exists and was not changed: name another file with --out\n`,
    });
    expect(await runCli({}, 'client', 'keygen', '--alg', 'HS256')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/Allowed choices are ES256, PS256, EdDSA/),
    });
    expect(await readFile(file, 'utf8')).toBe(before);
  });
});
