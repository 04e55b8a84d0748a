import { beforeEach, describe, expect, it } from '@jest/globals';
import { useManagementFixture } from '../../../../test/support/management-fixture.js';

let domain: string;
let path: string;

const fixture = useManagementFixture();

beforeEach(async () => {
  domain = await fixture.caller.registerDomain();
  path = `/v1/domain/${domain}/sign-in`;
});

describe('sign-in of a domain', () => {
  it('uses the second factor as clients ask, until the operator chooses otherwise', async () => {
    expect(await fixture.caller.get(path)).toMatchObject({ status: 200, json: { secondFactor: 'AsClientsAsk' } });

    expect(await fixture.caller.put(path, { secondFactor: 'Always' })).toMatchObject({ status: 204, text: '' });
    expect(await fixture.caller.get(path)).toMatchObject({ json: { secondFactor: 'Always' } });

    expect(await fixture.caller.put(path, {})).toMatchObject({ status: 204 });
    expect(await fixture.caller.get(path)).toMatchObject({ json: { secondFactor: 'AsClientsAsk' } });
  });

  it('lets people delete their accounts, until the operator forbids it', async () => {
    await fixture.caller.put(path, { accountDeletion: false });
    expect((await fixture.caller.get(path)).json).toEqual({ secondFactor: 'AsClientsAsk', accountDeletion: false });

    await fixture.caller.put(path, { accountDeletion: true });
    expect((await fixture.caller.get(path)).json).toEqual({ secondFactor: 'AsClientsAsk' });
  });

  it('lets nobody create an account, until the operator chooses otherwise', async () => {
    await fixture.caller.put(path, { signUp: 'Open' });
    expect((await fixture.caller.get(path)).json).toEqual({ secondFactor: 'AsClientsAsk', signUp: 'Open' });

    await fixture.caller.put(path, { signUp: 'Off' });
    expect((await fixture.caller.get(path)).json).toEqual({ secondFactor: 'AsClientsAsk' });
  });

  it('lets people change what the operator names, and the usual attributes otherwise', async () => {
    await fixture.caller.put(path, { editableAttributes: [] });
    expect((await fixture.caller.get(path)).json).toEqual({ secondFactor: 'AsClientsAsk', editableAttributes: [] });

    await fixture.caller.put(path, { editableAttributes: ['locale', 'picture'] });
    expect((await fixture.caller.get(path)).json).toEqual({ secondFactor: 'AsClientsAsk', editableAttributes: ['locale', 'picture'] });

    await fixture.caller.put(path, {});
    expect((await fixture.caller.get(path)).json).toEqual({ secondFactor: 'AsClientsAsk' });
    const { json } = await fixture.caller.get(`/v1/domain/${domain}/log?type=domain.sign_in.updated`);
    expect((json as { data: unknown }[]).map(({ data }) => data)).toEqual([1, 2, 3].map(() => ({ changed: ['editableAttributes'] })));
  });

  it('is logged once for each change', async () => {
    await fixture.caller.put(path, { secondFactor: 'Always' });
    await fixture.caller.put(path, { secondFactor: 'Always' });

    const { json } = await fixture.caller.get(`/v1/domain/${domain}/log?type=domain.sign_in.updated`);
    expect((json as { data: unknown }[]).map(({ data }) => data)).toEqual([{ changed: ['secondFactor'] }]);
  });

  it.each([
    [{ secondFactor: 'Never' }, '/secondFactor', /^must be one of AsClientsAsk, Always$/],
    [{ secondFactor: null }, '/secondFactor', /^must be one of/],
    [{ accountDeletion: 'no' }, '/accountDeletion', /^must be true or false$/],
    [{ signUp: 'open' }, '/signUp', /^must be one of Off, ByInvitation, Open$/],
    [{ editableAttributes: 'name' }, '/editableAttributes', /^must be an array$/],
    [{ editableAttributes: ['name', 'sub'] }, '/editableAttributes/1', /^must be one of: name, /],
    [{ editableAttributes: ['name', 'name'] }, '/editableAttributes', /^must not repeat an attribute$/],
    [{ mfa: true }, '/mfa', /^is not a property of this request$/],
  ])('rejects %j with a pointer', async (body, pointer, detail) => {
    const { status, json } = await fixture.caller.put(path, body);

    expect({ status, errors: (json as { errors: unknown }).errors }).toEqual({
      status: 400,
      errors: [{ pointer, detail: expect.stringMatching(detail) }],
    });
  });
});
