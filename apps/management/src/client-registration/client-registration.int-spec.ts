import { beforeEach, describe, expect, it } from '@jest/globals';
import { useManagementFixture } from '../../../../test/support/management-fixture.js';

const DEFAULTS = {
  metadataDocuments: { enabled: false, hosts: null, resources: [] },
  dynamicRegistration: { enabled: false, resources: [] },
};
const ORDERS = { audience: 'https://orders.example.com', name: 'Orders' };

const fixture = useManagementFixture();
let root: string;
let path: string;

beforeEach(async () => {
  root = `/v1/domain/${await fixture.caller.registerDomain()}`;
  path = `${root}/client-registration`;
});

const read = async (): Promise<unknown> => (await fixture.caller.get(path)).json;

describe('registration of clients without an operator', () => {
  it('is off initially', async () => {
    expect(await fixture.caller.get(path)).toMatchObject({ status: 200, json: DEFAULTS });
  });

  it('is returned as stored, with defaults for what is absent or null', async () => {
    await fixture.caller.put(`${root}/resource/orders`, ORDERS);
    const metadataDocuments = { enabled: true, hosts: ['app.example.com', 'localhost', 'xn--bcher-kva.example'], resources: ['orders'] };

    expect(await fixture.caller.put(path, { metadataDocuments })).toMatchObject({ status: 204, text: '' });
    expect(await read()).toEqual({ ...DEFAULTS, metadataDocuments });

    await fixture.caller.put(path, { metadataDocuments: null, dynamicRegistration: { enabled: true, resources: null } });
    expect(await read()).toEqual({ ...DEFAULTS, dynamicRegistration: { enabled: true, resources: [] } });
  });

  it('rejects all errors together, with pointers, and changes nothing', async () => {
    await fixture.caller.put(`${root}/resource/orders`, ORDERS);
    const metadataDocuments = {
      enabled: 'true',
      hosts: ['App.example.com', 'a.example:8443', '127.0.0.1', 'https://a.example', '*.example.com', 'a.example', 'a.example'],
      resources: ['orders', 'stock', '..', 'orders'],
      scopes: [],
    };

    const { status, json } = await fixture.caller.put(path, {
      metadataDocuments,
      dynamicRegistration: { hosts: null, resources: ['parts'] },
      other: 1,
    });

    expect(status).toBe(400);
    expect((json as { errors: { pointer: string }[] }).errors.map(({ pointer }) => pointer).toSorted()).toEqual([
      '/dynamicRegistration/hosts',
      '/dynamicRegistration/resources/0',
      '/metadataDocuments/enabled',
      ...[0, 1, 2, 3, 4, 6].map((index) => `/metadataDocuments/hosts/${index}`),
      ...[1, 2, 3].map((index) => `/metadataDocuments/resources/${index}`),
      '/metadataDocuments/scopes',
      '/other',
    ]);
    expect(await read()).toEqual(DEFAULTS);
  });

  it.each([[[]], ['on'], [{ resources: 'orders' }], [{ resources: Array.from({ length: 201 }, (_none, n) => `r${n}`) }]])(
    'rejects %j as one of its parts',
    async (part) => {
      expect((await fixture.caller.put(path, { dynamicRegistration: part })).status).toBe(400);
    },
  );

  it('loses a resource that is deleted', async () => {
    for (const id of ['orders', 'stock'])
      await fixture.caller.put(`${root}/resource/${id}`, { ...ORDERS, audience: `https://${id}.example.com` });
    const resources = ['stock', 'orders'];
    await fixture.caller.put(path, { metadataDocuments: { resources }, dynamicRegistration: { resources } });

    await fixture.caller.delete(`${root}/resource/orders`);

    expect(await read()).toMatchObject({ metadataDocuments: { resources: ['stock'] }, dynamicRegistration: { resources: ['stock'] } });
  });

  it('logs a change with the names of the changed properties', async () => {
    for (const hosts of [null, ['a.example'], ['a.example']])
      await fixture.caller.put(path, { metadataDocuments: { enabled: true, hosts } });
    await fixture.caller.put(path, { dynamicRegistration: { enabled: true } });

    const { json } = await fixture.caller.get(`${root}/log?type=client_registration.updated`);
    expect((json as { data: unknown }[]).map(({ data }) => data)).toEqual([
      { changed: ['metadataDocuments.enabled', 'metadataDocuments.hosts', 'dynamicRegistration.enabled'] },
      { changed: ['metadataDocuments.hosts'] },
      { changed: ['metadataDocuments.enabled'] },
    ]);
  });
});
