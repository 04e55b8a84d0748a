import { beforeEach, describe, expect, it } from '@jest/globals';
import { ACCESS_TOKEN, TOKEN_EXCHANGE } from '@latchkey/oauth';
import { decodeJwt } from 'jose';
import type { Row } from '../../../../../test/support/rows.js';
import { generateAssertionKey } from '../../client-authentication/assertion/assertion.fixture.js';
import { generateProofSigner } from '../../client-authentication/dpop-proof.fixture.js';
import { SECRET } from '../../in-process-auth.fixture.js';
import { ORDERS, STOCK, useAssertions } from './assertion-grant.fixture.js';

const at = useAssertions();
const { change, clientWith, countUsers, fixture, grantsOf, introspect, issuerOf, publish, send, sign } = at;

describe('the JWT bearer grant', () => {
  it('creates the user once, and gives a token of the user without a refresh token', async () => {
    const before = await countUsers();
    const [first, second] = [await send(await sign()), await send(await sign({ name: 'Maya K' }))];

    expect(first).toMatchObject({ status: 200, json: { token_type: 'Bearer', scope: 'orders:read' } });
    expect(first.json).not.toHaveProperty('refresh_token');
    const claims = decodeJwt(first.json.access_token);
    expect(claims).toMatchObject({ client_id: at.client, aud: ORDERS, scope: 'orders:read', iss: fixture.domain.issuer });
    expect(decodeJwt(second.json.access_token).sub).toBe(claims.sub);
    expect(await countUsers()).toBe(before + 1);
    const [user] = await fixture.auth.rows.query('SELECT attributes, identity_provider, upstream_sub FROM end_user WHERE sub = $1', [
      claims.sub,
    ]);
    expect(user).toMatchObject({
      identity_provider: 'idp',
      upstream_sub: 'u-1',
      attributes: { name: 'Maya K', email: 'maya@example.com' },
    });
    expect(await introspect(first.json.access_token)).toMatchObject({ active: true, sub: claims.sub, scope: 'orders:read' });
    const log = await fixture.auth.rows.query<Row>(
      `SELECT sub, client_id FROM log_entry WHERE domain_id = $1 AND type = 'token.asserted'`,
      [fixture.domain.id],
    );
    expect(log).toEqual([
      { sub: claims.sub, client_id: at.client },
      { sub: claims.sub, client_id: at.client },
    ]);
  });

  it('takes the API from the request if the assertion names several or none, and less than its scope', async () => {
    const both = await clientWith(grantsOf(issuerOf({ resources: { orders: ['orders:read'], stock: ['stock:read'] } })));
    const several = await sign({ client_id: both, resource: [ORDERS, STOCK], scope: 'orders:read stock:read' });
    const none = await sign({ client_id: both, resource: undefined, scope: undefined });

    expect(await send(several, { resource: STOCK }, both)).toMatchObject({ status: 200, json: { scope: 'stock:read' } });
    expect(await send(none, { resource: ORDERS, scope: 'orders:read' }, both)).toMatchObject({
      status: 200,
      json: { scope: 'orders:read' },
    });
  });

  it('names the user by another claim where the operator says so', async () => {
    const byObject = await clientWith(grantsOf(issuerOf({ subjectClaim: 'oid' })));
    const { json } = await send(await sign({ client_id: byObject, sub: 'pairwise', oid: 'o-1' }), {}, byObject);

    const [user] = await fixture.auth.rows.query('SELECT upstream_sub FROM end_user WHERE sub = $1', [decodeJwt(json.access_token).sub]);
    expect(user).toEqual({ upstream_sub: 'o-1' });
    expect((await send(await sign({ client_id: byObject }), {}, byObject)).json.error).toBe('invalid_grant');
  });

  it('verifies by published keys, which it fetches again for a new kid', async () => {
    const rotated = await generateAssertionKey('ES256', 'rotated');
    const remote = await clientWith(grantsOf(issuerOf({ jwks: null, jwksUri: publish(rotated) })));

    expect((await send(await sign({ client_id: remote }, {}, rotated), {}, remote)).status).toBe(200);
    expect(await send(await sign({ client_id: remote }), {}, remote)).toMatchObject({ status: 400, json: { error: 'invalid_grant' } });
  });

  it('accepts an assertion once, of twenty requests at the same time', async () => {
    const assertion = await sign();

    const answers = await Promise.all(Array.from({ length: 20 }, () => send(assertion)));

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(19).fill(400)]);
  });

  it('binds the token, and takes an assertion that is bound to a key with a proof of that key alone', async () => {
    const [signer, other] = [await generateProofSigner(), await generateProofSigner()];
    const prove = async (by: typeof signer) => ({ DPoP: await by.prove(`${fixture.domain.issuer}/connect/token`) });
    const assertion = await sign({ cnf: { jkt: signer.thumbprint } });

    expect((await send(assertion)).json).toMatchObject({ error: 'invalid_grant' });
    expect((await send(assertion, {}, at.client, await prove(other))).json).toMatchObject({ error: 'invalid_grant' });
    const { json } = await send(assertion, {}, at.client, await prove(signer));
    expect(decodeJwt(json.access_token)).toMatchObject({ cnf: { jkt: signer.thumbprint } });
  });

  it('limits the scope to the roles of the user', async () => {
    await change(`UPDATE resource SET enforce_roles = true WHERE domain_id = $1`);
    expect(await send(await sign({ sub: 'u-roles' }))).toMatchObject({ status: 400, json: { error: 'invalid_scope' } });
    await change(`UPDATE resource SET enforce_roles = false WHERE domain_id = $1`);
  });
});

describe('a token that was got by exchange for one of an assertion', () => {
  it('ends with the grant of the client that used the assertion', async () => {
    const tokenExchange = { mode: 'Delegation', resources: { stock: ['stock:read'] } };
    const service = await clientWith({ ...grantsOf(issuerOf()), tokenExchange }, { audiences: [ORDERS] });
    const form = {
      grant_type: TOKEN_EXCHANGE,
      subject_token_type: ACCESS_TOKEN,
      subject_token: (await send(await sign())).json.access_token,
    };
    const { access_token: further } = await fixture.requestTokens({ ...form, resource: STOCK }, { clientId: service, secret: SECRET });
    expect(await introspect(further)).toMatchObject({ active: true, act: { sub: service } });

    await change('UPDATE client SET further_grants = null WHERE domain_id = $1 AND client_id = $2', at.client);

    expect(await introspect(further)).toEqual({ active: false });
  });
});

describe('a token for an assertion ends', () => {
  let token: string;
  let sub: string;

  beforeEach(async () => {
    await change('UPDATE client SET further_grants = $2 WHERE domain_id = $1 AND client_id = $3', grantsOf(issuerOf()), at.client);
    await change(`UPDATE end_user SET active = true WHERE domain_id = $1`);
    token = (await send(await sign({ sub: 'u-ends' }))).json.access_token;
    sub = decodeJwt(token).sub!;
    expect(await introspect(token)).toMatchObject({ active: true });
  });

  it.each<[string, () => Promise<unknown>]>([
    ['its user', () => change('UPDATE end_user SET active = false WHERE domain_id = $1 AND sub = $2', sub)],
    ['the grant of its client', () => change('UPDATE client SET further_grants = null WHERE domain_id = $1 AND client_id = $2', at.client)],
    [
      'the issuer in the grant',
      () =>
        change(
          'UPDATE client SET further_grants = $2 WHERE domain_id = $1 AND client_id = $3',
          grantsOf(issuerOf({ issuer: 'https://other.example' })),
          at.client,
        ),
    ],
    [
      'the API in the grant',
      () =>
        change(
          'UPDATE client SET further_grants = $2 WHERE domain_id = $1 AND client_id = $3',
          grantsOf(issuerOf({ resources: {} })),
          at.client,
        ),
    ],
    ['the token itself', () => fixture.post('/connect/revocation', { token }, { clientId: at.client, secret: SECRET })],
  ])('with %s', async (_what, end) => {
    await end();

    expect(await introspect(token)).toEqual({ active: false });
  });
});
