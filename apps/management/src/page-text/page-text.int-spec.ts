import { beforeEach, describe, expect, it } from '@jest/globals';
import { useManagementFixture } from '../../../../test/support/management-fixture.js';

const TEXTS = { 'sign-in-heading': 'Willkommen', 'sign-in-to-application': 'bei {application}' };

const fixture = useManagementFixture();
let domain: string;
let path: string;

beforeEach(async () => {
  domain = await fixture.caller.registerDomain();
  path = `/v1/domain/${domain}/branding/text`;
});

describe('texts of the pages', () => {
  it('are the standard ones until the operator chooses others, and again after a reset', async () => {
    expect((await fixture.caller.get(`${path}/de`)).json).toEqual({});
    expect((await fixture.caller.get(`${path}/de/default`)).json).toMatchObject({ 'sign-in-heading': 'Anmelden' });

    expect(await fixture.caller.put(`${path}/de`, TEXTS)).toMatchObject({ status: 204, text: '' });
    expect((await fixture.caller.get(`${path}/de`)).json).toEqual(TEXTS);
    expect((await fixture.caller.get(path)).json).toEqual([{ language: 'de', texts: TEXTS }]);
    expect((await fixture.caller.get(`${path}/en`)).json).toEqual({});

    expect((await fixture.caller.delete(`${path}/de`)).status).toBe(204);
    expect((await fixture.caller.get(path)).json).toEqual([]);
  });

  it('are logged by language, once for each change', async () => {
    for (const texts of [TEXTS, TEXTS, {}]) await fixture.caller.put(`${path}/de`, texts);

    const { json } = await fixture.caller.get(`/v1/domain/${domain}/log?type=branding.updated`);
    expect((json as { data: unknown }[]).map(({ data }) => data)).toEqual([{ changed: ['text.de'] }, { changed: ['text.de'] }]);
  });

  it('are not of another domain', async () => {
    await fixture.caller.put(`${path}/de`, TEXTS);
    const other = await fixture.caller.registerDomain();

    expect((await fixture.caller.get(`/v1/domain/${other}/branding/text`)).json).toEqual([]);
  });

  it('are refused with all that is wrong, and nothing changes', async () => {
    await fixture.caller.put(`${path}/de`, TEXTS);
    const body = { title: 'x', 'sign-in-heading': '<b>Hi</b>', 'sign-in-to-application': 'bei {app}', cancel: 'x'.repeat(501) };

    const { status, json } = await fixture.caller.put(`${path}/de`, body);

    expect({ status, errors: (json as { errors: unknown }).errors }).toEqual({
      status: 400,
      errors: [
        { pointer: '/title', detail: 'is not the key of a text' },
        { pointer: '/sign-in-heading', detail: expect.stringMatching(/without markup/) },
        { pointer: '/sign-in-to-application', detail: 'must contain {application}' },
        { pointer: '/sign-in-to-application', detail: 'has no value for {app}' },
        { pointer: '/cancel', detail: expect.stringMatching(/at most 500 characters, not 501/) },
      ],
    });
    expect((await fixture.caller.get(`${path}/de`)).json).toEqual(TEXTS);
  });

  it.each(['xx', 'DE', 'toString'])('have no language %s', async (language) => {
    expect((await fixture.caller.put(`${path}/${language}`, {})).status).toBe(400);
    expect((await fixture.caller.get(`${path}/${language}/default`)).status).toBe(400);
  });
});
