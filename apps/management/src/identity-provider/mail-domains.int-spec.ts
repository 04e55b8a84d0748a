import { describe, expect, it } from '@jest/globals';
import type { Answer } from '../../../../test/support/http.js';
import { createRequest, useIdentityProviderFixture } from './identity-provider.fixture.js';

const fixture = useIdentityProviderFixture();

const getErrors = ({ json }: Answer): unknown => (json as { errors?: unknown }).errors;
const put = (changes: object, name = 'northwind', query = '') =>
  fixture.caller.put(`/v1/domain/${fixture.domain}/provider/${name}${query}`, createRequest(fixture, changes));

describe('mail domains of an identity provider', () => {
  it('are stored in one form, and left out while there are none', async () => {
    expect((await put({})).json).not.toHaveProperty('mailDomains');

    const answer = await put({ mailDomains: ['ACME.com', 'bücher.example.'], enforceMailDomains: true });

    const json = { mailDomains: ['acme.com', 'xn--bcher-kva.example'], enforceMailDomains: true };
    expect(answer).toMatchObject({ status: 200, json });
    expect((await fixture.caller.get(fixture.path)).json).toEqual(answer.json);
    expect((await fixture.caller.get(`/v1/domain/${fixture.domain}/configuration`)).json).toMatchObject({ providers: { northwind: json } });
  });

  it.each<[object, string, RegExp]>([
    [{ mailDomains: 'acme.com' }, '/mailDomains', /^must be an array of at most 100/],
    [{ mailDomains: Array.from({ length: 101 }, (_, n) => `a${n}.example`) }, '/mailDomains', /^must be an array of at most 100/],
    [{ mailDomains: ['acme'] }, '/mailDomains/0', /^must be the part of mail addresses after the @/],
    [{ mailDomains: ['a.example', 5] }, '/mailDomains/1', /^must be the part of mail addresses after the @/],
    [{ mailDomains: ['jane@acme.com'] }, '/mailDomains/0', /^must be the part of mail addresses after the @/],
    [{ mailDomains: ['acme.com', 'ACME.COM.'] }, '/mailDomains/1', /^must be listed once: acme\.com/],
    [{ enforceMailDomains: true }, '/enforceMailDomains', /^must be false without mailDomains/],
    [{ mailDomains: ['acme.com'], enforceMailDomains: 'yes' }, '/enforceMailDomains', /^must be true or false/],
  ])('are rejected: %j', async (changes, pointer, detail) => {
    expect(getErrors(await put(changes))).toEqual([{ pointer, detail: expect.stringMatching(detail) }]);
  });

  it('belong to one provider of a domain', async () => {
    await put({ mailDomains: ['acme.com', 'acme.org'] });

    const answers = [
      await put({ mailDomains: ['other.example', 'Acme.ORG'] }, 'other'),
      await put({ mailDomains: ['acme.org'] }, 'other', '?dryRun=true'),
    ];

    expect(answers.map(getErrors)).toEqual([
      [{ pointer: '/mailDomains/1', detail: 'must belong to one identity provider: acme.org is of northwind' }],
      [{ pointer: '/mailDomains/0', detail: 'must belong to one identity provider: acme.org is of northwind' }],
    ]);
    expect((await fixture.caller.get(fixture.path.replace('northwind', 'other'))).status).toBe(404);
    await put({});
    expect((await put({ mailDomains: ['acme.org'] }, 'other')).status).toBe(200);
  });

  it('go to one of two concurrent requests', async () => {
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map((name) => put({ mailDomains: ['acme.com'] }, name)));

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400]);
  });

  it('may be those of another domain', async () => {
    await put({ mailDomains: ['acme.com'] });
    const other = await fixture.caller.registerDomain();

    expect((await fixture.caller.put(`/v1/domain/${other}/provider/x`, createRequest(fixture, { mailDomains: ['acme.com'] }))).status).toBe(
      200,
    );
  });

  it('move from one provider to the other in one configuration document, which lists each once', async () => {
    await put({ mailDomains: ['acme.com'] });
    await put({}, 'other');
    const path = `/v1/domain/${fixture.domain}/configuration`;
    const { json } = await fixture.caller.get(path);
    const { providers } = json as { providers: Record<string, object> };
    const give = (northwind: string[], other: string[]) =>
      fixture.caller.put(path, {
        ...(json as object),
        providers: {
          northwind: { ...providers['northwind'], mailDomains: northwind },
          other: { ...providers['other'], mailDomains: other },
        },
      });

    expect(getErrors(await give(['acme.com'], ['acme.com']))).toEqual([
      { pointer: '/providers/other/mailDomains/0', detail: 'must belong to one identity provider: acme.com is of northwind' },
    ]);
    expect((await give([], ['acme.com'])).status).toBe(200);
    expect((await fixture.caller.get(fixture.path.replace('northwind', 'other'))).json).toMatchObject({ mailDomains: ['acme.com'] });
  });
});
