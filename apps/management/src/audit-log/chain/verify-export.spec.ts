import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { encodeJwsPart, generateSigningKey, importPrivateKey, signJws, type PublicJwk } from '@latchkey/crypto';
import { makeTestFolder } from '../../../../../test/support/test-folder.mjs';
import { CHECKPOINT_TYPE } from './checkpoint.js';
import { hashEntry, hashStart } from './entry-hash.js';
import { REMOVAL_TYPE } from './removal-record.js';
import { verifyExport } from './verify-export.js';

const DOMAIN_ID = '11111111-1111-4111-8111-111111111111';

let folder: string;
let file: string;
let jwk: PublicJwk;
let sign: (claims: object, typ?: string) => string;

const lines: string[] = [];
const hashes = [hashStart(DOMAIN_ID)];
for (let sequence = 1; sequence <= 4; sequence += 1) {
  const actor = { type: 'operator', id: null, name: null } as const;
  const content = { type: 'domain.created', time: 'now', actor, user: null, client: null, data: {}, requestId: null, traceId: null };
  const entry = { ...content, sequence, previousHash: hashes.at(-1)! };
  hashes.push(hashEntry(entry));
  lines.push(JSON.stringify({ ...entry, hash: hashes.at(-1) }));
}
const claims = (sequence: number) => ({ sub: 'acme.example.com', domainId: DOMAIN_ID, sequence, hash: hashes[sequence] });

beforeAll(async () => {
  folder = makeTestFolder('export');
  file = join(folder, 'export.ndjson');
  const { kid, publicJwk, privateKey } = await generateSigningKey('ES256');
  jwk = publicJwk;
  sign = (body, typ = CHECKPOINT_TYPE) => {
    const input = `${encodeJwsPart({ alg: 'ES256', typ, kid })}.${encodeJwsPart(body)}`;
    return `${input}.${signJws(input, importPrivateKey(privateKey), 'ES256')}`;
  };
});

afterAll(() => rm(folder, { recursive: true }));

async function verify(content: readonly string[], { after = 0, checkpoints = [] as string[], removals = [] as string[] } = {}) {
  await writeFile(file, content.join('\n'));
  return verifyExport({ file, after, checkpoints, removals, keys: [jwk] });
}

describe('verifyExport', () => {
  it('verifies an export from its beginning, or from the entry after which it begins', async () => {
    expect(await verify(lines)).toEqual({ valid: true, entries: 4, checkpoints: 0, removals: 0 });
    expect(await verify(lines.slice(2), { after: 2 })).toEqual({ valid: true, entries: 2, checkpoints: 0, removals: 0 });
    expect(await verify(lines.slice(2))).toMatchObject({ valid: false, firstFault: { sequence: 1, problem: 'missing' } });
    expect(await verify([...lines.slice(0, 2), 'no JSON'])).toMatchObject({
      valid: false,
      firstFault: { sequence: 3, problem: 'malformed' },
    });
  });

  it('accepts a byte order mark only at the beginning', async () => {
    const [first, ...others] = lines;

    expect(await verify([`\uFEFF${first}`, ...others])).toEqual({ valid: true, entries: 4, checkpoints: 0, removals: 0 });
    expect(await verify([first!, `\uFEFF${others[0]}`])).toMatchObject({ valid: false, firstFault: { problem: 'malformed' } });
  });

  it('accepts line separators in texts, and Windows line endings', async () => {
    const actor = { type: 'api_key', id: null, name: 'a\u2028b\u2029c\u0085' } as const;
    const content = { type: 'domain.created', time: 'now', actor, user: null, client: null, data: {}, requestId: null, traceId: null };
    const entry = { ...content, sequence: 5, previousHash: hashes[4]! };
    const named = [...lines, JSON.stringify({ ...entry, hash: hashEntry(entry) })];

    expect(await verify(named)).toEqual({ valid: true, entries: 5, checkpoints: 0, removals: 0 });
    expect(await verify([...named.map((line) => `${line}\r`), ''])).toMatchObject({ valid: true, entries: 5 });
  });

  it('rejects an entry with a repeated member, whose value depends on the parser', async () => {
    const twice = lines.with(1, lines[1]!.replace('{"type"', '{"type":"domain.deleted","type"'));

    expect(JSON.parse(twice[1]!)).toEqual(JSON.parse(lines[1]!));
    expect(await verify(twice)).toMatchObject({ valid: false, firstFault: { sequence: 2, problem: 'malformed' } });
  });

  it('detects with checkpoints that the end is missing', async () => {
    const checkpoints = [sign(claims(2)), sign(claims(4))];

    expect(await verify(lines, { checkpoints })).toEqual({ valid: true, entries: 4, checkpoints: 2, removals: 0 });
    expect(await verify(lines.slice(0, 3), { checkpoints })).toMatchObject({
      valid: false,
      firstFault: { sequence: 4, problem: 'missing' },
    });
  });

  it('rejects a checkpoint that is forged, of another kind, or of another domain', async () => {
    const [header, , signature] = sign(claims(2)).split('.');
    const forged = [header, encodeJwsPart({ ...claims(2), sequence: 3 }), signature].join('.');
    const others = [sign(claims(2), 'logout+jwt'), sign({ ...claims(3), domainId: '22222222-2222-4222-8222-222222222222' })];

    for (const checkpoint of [forged, ...others])
      expect(await verify(lines, { checkpoints: [sign(claims(4)), checkpoint] })).toMatchObject({
        valid: false,
        firstFault: { problem: 'checkpoint-invalid' },
      });
  });

  const removal = (first: number, last: number) => ({
    sub: 'acme.example.com',
    domainId: DOMAIN_ID,
    firstSequence: first,
    lastSequence: last,
    previousHash: hashes[first - 1],
    hash: hashes[last],
  });

  it('accepts missing entries only with a signed removal record', async () => {
    const removals = [sign(removal(1, 2), REMOVAL_TYPE)];
    const checkpoints = [sign(claims(1)), sign(claims(2)), sign(claims(4))];

    expect(await verify(lines.slice(2), { removals, checkpoints })).toEqual({ valid: true, entries: 2, checkpoints: 3, removals: 1 });
    expect(await verify(lines.slice(2), { after: 2, removals })).toEqual({ valid: true, entries: 2, checkpoints: 0, removals: 0 });
    expect(await verify(lines.slice(3), { removals })).toMatchObject({ firstFault: { sequence: 3, problem: 'missing' } });
    expect(await verify(lines.slice(1), { removals })).toMatchObject({ firstFault: { sequence: 2, problem: 'removal-differs' } });
  });

  it('rejects a removal record that is forged, of another kind, or of another domain', async () => {
    const [header, , signature] = sign(removal(1, 1), REMOVAL_TYPE).split('.');
    const forged = [header, encodeJwsPart(removal(1, 2)), signature].join('.');
    const other = sign({ ...removal(1, 2), domainId: '22222222-2222-4222-8222-222222222222' }, REMOVAL_TYPE);

    for (const record of [forged, other, sign(removal(1, 2))])
      expect(await verify(lines.slice(2), { checkpoints: [sign(claims(4))], removals: [record] })).toMatchObject({
        valid: false,
        firstFault: { problem: 'removal-invalid' },
      });
  });
});
