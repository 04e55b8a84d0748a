import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Call } from '../../../../test/support/http.js';
import { sql } from '../../../../test/support/sql.js';
import { useManagementFixture } from '../../../../test/support/management-fixture.js';

const COMPLETE = {
  name: 'Northwind Bank',
  logoUrl: 'https://www.example.com/logo.svg?v=2',
  accentColor: '#1d4f91',
  supportUri: 'mailto:help@example.com',
  darkLogoUrl: 'https://www.example.com/logo-dark.svg',
  faviconUrl: 'https://www.example.com/favicon.svg',
  corners: 'Round',
  font: 'Serif',
  backgroundColor: '#f2f4f7',
  termsUri: 'https://www.example.com/terms',
  privacyUri: 'https://www.example.com/privacy',
};
const DEFAULTS = Object.fromEntries(Object.keys(COMPLETE).map((name) => [name, null]));

let domain: string;
let path: string;

const fixture = useManagementFixture();

beforeEach(async () => {
  domain = await fixture.caller.registerDomain();
  path = `/v1/domain/${domain}/branding`;
});

async function readRevision(): Promise<unknown> {
  const [row] = await sql(fixture.database.url, 'SELECT revision FROM domain WHERE name = $1', [domain]);
  return row!['revision'];
}

async function listLogEntries(): Promise<unknown[]> {
  const { json } = await fixture.caller.get(`/v1/domain/${domain}/log?type=branding.updated`);
  return (json as { data: { changed: string[] } }[]).map(({ data }) => data.changed);
}

describe('domain log filters', () => {
  it('accept any RFC 3339 time as start and end, to the microsecond', async () => {
    await fixture.caller.put(path, COMPLETE);
    const [row] = await sql<{ at: string }>(
      fixture.database.url,
      `SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"t"HH24:MI:SS.US') AS at FROM log_entry JOIN domain ON domain.id = domain_id
       WHERE name = $1 AND type = 'branding.updated'`,
      [domain],
    );
    const count = async (range: string) => {
      const { status, json } = await fixture.caller.get(`/v1/domain/${domain}/log?type=branding.updated&${range}`);
      return { status, entries: (json as unknown[]).length };
    };

    expect([
      await count(`from=${row!.at}z`),
      await count(`from=${row!.at}0000001Z`),
      await count(`to=${row!.at}z`),
      await count(`to=${row!.at}0000001%2B00:00`),
      await count('from=2016-12-31T23:59:60Z&to=9999-12-31T23:59:60z'),
      await count('from=0000-01-01T00:00:00Z&to=0000-01-01T00:00:00.5Z'),
    ]).toEqual([1, 0, 0, 1, 1, 0].map((entries) => ({ status: 200, entries })));
  });
});

describe('branding of a domain', () => {
  it('is empty initially', async () => {
    expect(await fixture.caller.get(path)).toMatchObject({ status: 200, json: DEFAULTS });
  });

  it('is returned as stored, with colors in lower case', async () => {
    expect(await fixture.caller.put(path, { ...COMPLETE, accentColor: '#1D4F91', backgroundColor: '#F2F4F7' })).toMatchObject({
      status: 204,
      text: '',
    });

    expect(await fixture.caller.get(path)).toMatchObject({ status: 200, json: COMPLETE });
  });

  it.each([[{}], [DEFAULTS]])('is replaced as a whole: %j resets everything', async (nothing) => {
    await fixture.caller.put(path, COMPLETE);

    expect(await fixture.caller.put(path, nothing)).toMatchObject({ status: 204 });
    expect(await fixture.caller.get(path)).toMatchObject({ json: DEFAULTS });
  });

  it.each<[string, Call]>([
    ['no body', {}],
    ['no body of a type', { headers: { 'Content-Type': 'application/json' } }],
    ['an empty body', { headers: { 'Content-Length': 0 } }],
  ])('is not reset by a request with %s', async (_what, call) => {
    await fixture.caller.put(path, COMPLETE);

    expect(await fixture.caller.send(path, { method: 'PUT', ...call })).toMatchObject({
      status: 400,
      json: { type: '/problems/invalid-request', errors: [{ pointer: '' }] },
    });
    expect(await fixture.caller.get(path)).toMatchObject({ json: COMPLETE });
  });

  it('reaches the auth server through a new revision of the domain, and the log with the changed properties', async () => {
    const before = await readRevision();
    await fixture.caller.put(path, COMPLETE);
    const after = await readRevision();
    expect(after).not.toBe(before);

    await fixture.caller.put(path, COMPLETE);
    expect(await readRevision()).toBe(after);

    await fixture.caller.put(path, { ...COMPLETE, name: null });
    expect(await listLogEntries()).toEqual([['name'], Object.keys(COMPLETE)]);
  });

  it.each([
    [{ accentColor: '#808080' }, '/accentColor', /^is too close to the text on it: .* #\w{6} \(darker\) or #\w{6} \(lighter\) would do$/],
    [{ supportUri: 'http://www.example.com/help' }, '/supportUri', /^must use https/],
    [{ supportUri: 'mailto:help@example.com?cc=x@example.com' }, '/supportUri', /^must be one email address after mailto:/],
    [{ backgroundColor: '#808080' }, '/backgroundColor', /^is too dark for the text on it: .* #\w{6} would do$/],
    [{ corners: 'Oval' }, '/corners', /^must be one of Square, Slight, Round$/],
    [{ font: 'Comic Sans MS' }, '/font', /^must be one of Inter, System, Serif, Rounded$/],
    [{ darkLogoUrl: 'data:image/png,x' }, '/darkLogoUrl', /^must use https$/],
    [{ faviconUrl: '/favicon.ico' }, '/faviconUrl', /^must be an absolute URI/],
    [{ termsUri: 'javascript:alert(1)' }, '/termsUri', /^must use https$/],
    [{ privacyUri: 'mailto:x@example.com' }, '/privacyUri', /^must use https$/],
    [{ accentColor: 'red' }, '/accentColor', /^must be a color such as/],
    [{ accentColor: 255 }, '/accentColor', /^must be a color such as/],
    [{ logoUrl: 'http://www.example.com/logo.svg' }, '/logoUrl', /^must use https$/],
    [{ logoUrl: 'javascript:alert(1)' }, '/logoUrl', /^must use https$/],
    [{ logoUrl: 'data:image/svg+xml,x' }, '/logoUrl', /^must use https$/],
    [{ logoUrl: '/logo.svg' }, '/logoUrl', /^must be an absolute URI/],
    [{ logoUrl: 'https://a;script-src/' }, '/logoUrl', /^must /],
    [{ logoUrl: 'https://user@www.example.com/' }, '/logoUrl', /^must not contain a user name/],
    [{ name: '' }, '/name', /^must be 1 to 60 visible characters$/],
    [{ name: '   ' }, '/name', /^must be 1 to 60/],
    [{ name: 'x'.repeat(61) }, '/name', /^must be 1 to 60/],
    [{ name: 'Bank\u202e' }, '/name', /^must be 1 to 60/],
    [{ name: 'Bank\u0000' }, '/name', /^must be 1 to 60/],
    [{ name: ['Bank'] }, '/name', /^must be 1 to 60/],
    [{ colour: '#1d4f91' }, '/colour', /^is not a property of this request$/],
  ])('rejects %j with a pointer, and changes nothing', async (change, pointer, detail) => {
    await fixture.caller.put(path, COMPLETE);

    const answer = await fixture.caller.put(path, { ...COMPLETE, ...change });

    expect(answer).toMatchObject({ status: 400, json: { type: '/problems/invalid-request' } });
    expect((answer.json as { errors: unknown }).errors).toEqual([{ pointer, detail: expect.stringMatching(detail) }]);
    expect(await fixture.caller.get(path)).toMatchObject({ json: COMPLETE });
  });

  it('accepts a name of 60 characters of any Unicode plane', async () => {
    const name = '\u{1f3e6}'.repeat(60);
    await fixture.caller.put(path, { name });
    expect(await fixture.caller.get(path)).toMatchObject({ json: { ...DEFAULTS, name } });
  });
});
