import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Rows } from '../../../../test/support/rows.js';
import type { Database } from '../connection/database.js';
import { createPersistenceFixture, type PersistenceFixture } from '../persistence.fixture.js';
import { SignInProgressRepository } from '../sign-in-progress/sign-in-progress.repository.js';
import { FederatedLoginRepository } from './federated-login.repository.js';

const UID = 'an-interaction';

let persistence: PersistenceFixture;
let rows: Rows;
let database: Database;
let domainId: string;
let sub: string;

beforeAll(async () => {
  persistence = await createPersistenceFixture();
  ({ rows, database } = persistence);
});

afterAll(() => persistence.end());

beforeEach(async () => {
  domainId = await rows.domain();
  ({ sub } = await rows.insert<{ sub: string }>('end_user', { domain_id: domainId }));
});

/** Removes the user, and runs an action before the commit. */
async function runDuringRemoval<T>(act: () => Promise<T>): Promise<T> {
  const removal = persistence.source.createQueryRunner();
  try {
    await removal.startTransaction();
    await removal.query('DELETE FROM end_user WHERE domain_id = $1 AND sub = $2', [domainId, sub]);
    const acting = act();
    await rows.untilBlocked(1);
    await removal.commitTransaction();
    return await acting;
  } finally {
    await removal.release();
  }
}

describe('users who are removed during a sign-in', () => {
  it('have not signed in at an identity provider, without an error', async () => {
    const logins = new FederatedLoginRepository(database);
    const login = { domainId, uid: UID, sub, provider: 'acme', issuer: 'https://login.example.com', sid: null, idToken: null };

    expect(await runDuringRemoval(() => logins.create(login, 600))).toBe(false);

    expect(await logins.find({ domainId, uid: UID })).toBeNull();
  });

  it('have completed no factor, without an error', async () => {
    const progress = new SignInProgressRepository(database);

    expect(
      await runDuringRemoval(() => progress.add({ domainId, uid: UID }, { sub, method: 'federated', federation: null }, 600)),
    ).toBeNull();
  });
});
