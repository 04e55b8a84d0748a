import { beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '../../../../test/support/eventually.js';
import { kindOf, type Answer } from '../../../../test/support/http.js';
import type { Caller } from '../../../../test/support/management.js';
import { sql } from '../../../../test/support/sql.js';
import { useReplicaFixture } from '../../../../test/support/management-fixture.js';

let domain: string;
let users: string;

const fixture = useReplicaFixture();

beforeEach(async () => {
  domain = await fixture.callers[0]!.registerDomain();
  users = `/v1/domain/${domain}/user`;
});

async function createUser(preferredUsername: string): Promise<string> {
  const { json } = await fixture.callers[0]!.post(users, { preferredUsername, name: 'x' });
  return `${users}/${(json as { sub: string }).sub}`;
}

async function getUser(user: string): Promise<Record<string, unknown>> {
  return (await fixture.callers[1]!.get(user)).json as Record<string, unknown>;
}

function countByStatusAndType(answers: readonly Answer[]): Record<string, number> {
  return Object.fromEntries([...Map.groupBy(answers, kindOf)].map(([kind, group]) => [kind, group.length]));
}

describe('concurrent user requests', () => {
  it('create one user per username, whatever its spelling', async () => {
    const variants = ['racing-user', 'RACING-USER', 'Racing-User', 'ｒａｃｉｎｇ-ｕｓｅｒ', 'racing-u\u017Fer'.replace('\u017F', 's')];
    for (let round = 0; round < 5; round += 1) {
      const answers = await fixture.race(10, (caller, n) =>
        caller.post(users, { preferredUsername: `${variants[n % 5]!}${round}`, name: 'x' }),
      );

      expect(countByStatusAndType(answers)).toEqual({ '200': 1, '409 /problems/username-taken': 9 });
    }
    expect((await fixture.callers[0]!.get(users)).headers['x-total-count']).toBe('5');
  });

  it('all succeed for different attributes of one user', async () => {
    const user = await createUser('patched-user');

    const answers = await fixture.race(30, (caller, n) => caller.patch(user, { [`a${n}`]: n, nested: { [`b${n}`]: n } }));

    expect(countByStatusAndType(answers)).toEqual({ '204': 30 });
    const numbers = Array.from({ length: 30 }, (_none, n) => n);
    expect(await getUser(user)).toMatchObject({
      ...Object.fromEntries(numbers.map((n) => [`a${n}`, n])),
      nested: Object.fromEntries(numbers.map((n) => [`b${n}`, n])),
    });
  });

  it('let only one request add the last of 150 attributes', async () => {
    const user = await createUser('patched-user');
    await fixture.callers[0]!.patch(user, Object.fromEntries(Array.from({ length: 147 }, (_none, n) => [`a${n}`, n])));

    const answers = await fixture.race(10, (caller, n) => caller.patch(user, { [`b${n}`]: n }));

    expect(countByStatusAndType(answers)).toEqual({ '204': 1, '400 /problems/invalid-request': 9 });
  });

  it('succeed or return 404 when they change and remove one user', async () => {
    for (let round = 0; round < 5; round += 1) {
      const user = await createUser(`contested-${round}`);

      const answers = await fixture.race(12, (caller, n) => (n % 6 === 5 ? caller.delete(user) : caller.patch(user, { [`a${n}`]: n })));

      const removals = answers.filter((_answer, n) => n % 6 === 5);
      expect(countByStatusAndType(removals)).toEqual({ '204': 1, '404 /problems/user-not-found': 1 });
      for (const answer of answers) expect(['204', '404 /problems/user-not-found']).toContain(kindOf(answer));
      expect(kindOf(await fixture.callers[0]!.get(user))).toBe('404 /problems/user-not-found');
    }
    expect(await sql(fixture.database.url, `SELECT 1 FROM end_user WHERE username_key LIKE 'contested-%'`)).toEqual([]);
  });

  it('are rejected promptly when swapping usernames', async () => {
    for (let round = 0; round < 5; round += 1) {
      const names = ['one', 'two', 'three'].map((name) => `username-${name}-${round}`);
      const [one, two, three] = await Promise.all(names.map(createUser));

      const answers = await Promise.all([
        fixture.callers[0]!.patch(one!, { preferred_username: names[1] }),
        fixture.callers[1]!.patch(two!, { preferred_username: names[2] }),
        fixture.callers[0]!.patch(three!, { preferred_username: names[0] }),
        fixture.callers[1]!.patch(two!, { preferred_username: names[0] }),
      ]);

      expect(countByStatusAndType(answers)).toEqual({ '409 /problems/username-taken': 4 });
    }
  });

  it('assign a released username to one of them', async () => {
    const user = await createUser('wanted-username');
    const others = await Promise.all(['first', 'second', 'third'].map((name) => createUser(`${name}-other-user`)));

    const answers = await Promise.all([
      fixture.callers[0]!.patch(user, { preferred_username: 'freed-username' }),
      ...others.map((other) => fixture.callers[1]!.patch(other, { preferred_username: 'Wanted-Username' })),
      fixture.callers[0]!.post(users, { preferredUsername: 'WANTED-USERNAME', name: 'x' }),
    ]);

    expect(answers[0]!.status).toBe(204);
    const { users: holders } = (
      await sql<{ users: number }>(
        fixture.database.url,
        `SELECT count(*)::integer AS users FROM end_user WHERE username_key = 'wanted-username'`,
      )
    )[0]!;
    expect(answers.slice(1).filter(({ status }) => status < 300)).toHaveLength(holders);
    expect(holders).toBeLessThanOrEqual(1);
  });
});

describe('domain deletion while users are created', () => {
  it('creates no user after the response to the deletion', async () => {
    const statuses: number[] = [];
    const createUsersUntilRefused = async (caller: Caller) => {
      do
        statuses.push(
          (await caller.post(users, { preferredUsername: `many-users-${statuses.length}-${Math.random()}`, name: 'x' })).status,
        );
      while (statuses.at(-1) === 200);
    };
    const count = () =>
      sql(fixture.database.url, 'SELECT count(*)::integer AS users FROM end_user JOIN domain ON id = domain_id WHERE name = $1', [domain]);
    const creations = Array.from({ length: 6 }, (_none, n) => createUsersUntilRefused(fixture.callers[n % 2]!));
    await eventually(() => statuses.length > 20);

    const deletion = await fixture.callers[0]!.delete(`/v1/domain/${domain}`);

    const countAfterDeletion = await count();
    await Promise.all(creations);
    expect(deletion.status).toBe(204);
    expect(await count()).toEqual(countAfterDeletion);
    expect(countAfterDeletion).toEqual([{ users: statuses.filter((status) => status === 200).length }]);
    expect(statuses.filter((status) => status !== 200)).toEqual([404, 404, 404, 404, 404, 404]);
  });
});
