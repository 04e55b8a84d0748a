import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { CurrentRevision, isDatabaseOutage, type Database, type RevisionQuery, type ServedDomainRepository } from '@latchkey/persistence';
import { eventually } from '../../../../test/support/eventually.js';
import { CurrentRevisionService } from './current-revision.service.js';

interface Statement {
  questions: readonly RevisionQuery[];
  answer: () => void;
  fail: (error: Error) => void;
}

function answerTo({ domain, clientId }: RevisionQuery): CurrentRevision | null {
  return domain === 'unknown' ? null : CurrentRevision.of({ domainId: domain, domainRevision: '1', clientRevision: clientId });
}

/** A fake database that answers when the test says so. */
function database() {
  const statements: Statement[] = [];
  const currentRevisions = (questions: readonly RevisionQuery[]) =>
    new Promise<(CurrentRevision | null)[]>((resolve, reject) => {
      statements.push({ questions, answer: () => resolve(questions.map(answerTo)), fail: reject });
    });
  const pool = { hasBacklog: false };
  return {
    statements,
    pool,
    revisions: new CurrentRevisionService({ currentRevisions } as unknown as ServedDomainRepository, pool as Database),
  };
}

describe('concurrent revision queries', () => {
  it('combine into one statement within a turn of the event loop, each with its own answer', async () => {
    const { statements, revisions } = database();

    const answers = Promise.all([revisions.read('one', 'client'), revisions.read('unknown', 'client'), revisions.read('two', null)]);
    await nextTurn();
    expect(statements.map(({ questions }) => questions)).toEqual([
      [
        { domain: 'one', clientId: 'client' },
        { domain: 'unknown', clientId: 'client' },
        { domain: 'two', clientId: null },
      ],
    ]);
    statements[0]!.answer();

    expect(await answers).toMatchObject([
      { domainId: 'one', domainRevision: '1', clientRevision: 'client' },
      null,
      { domainId: 'two', domainRevision: '1', clientRevision: null },
    ]);
  });

  it('query the database for each request, because answers are not cached', async () => {
    const { statements, revisions } = database();
    for (const turn of [1, 2, 3]) {
      const answer = revisions.read('one', null);
      await nextTurn();
      expect(statements).toHaveLength(turn);
      statements.at(-1)!.answer();
      await answer;
    }
  });

  it('never use a statement that was sent before them', async () => {
    const { statements, revisions } = database();
    void revisions.read('one', null);
    await nextTurn();
    void revisions.read('one', null);
    await nextTurn();

    expect(statements).toHaveLength(2);
  });

  it('wait while two statements are in flight, then share the next one', async () => {
    const { statements, revisions } = database();
    const answers: Promise<unknown>[] = [];
    for (const domain of ['one', 'two', 'three', 'four']) {
      answers.push(revisions.read(domain, null));
      await nextTurn();
    }
    expect(statements.map(({ questions }) => questions.map(({ domain }) => domain))).toEqual([['one'], ['two']]);

    statements[1]!.answer();
    await nextTurn();
    await nextTurn();
    expect(statements[2]!.questions.map(({ domain }) => domain)).toEqual(['three', 'four']);

    statements[0]!.answer();
    statements[2]!.answer();
    expect(await Promise.all(answers)).toHaveLength(4);
  });

  it('do not wait for slow statements', async () => {
    const { statements, revisions } = database();
    for (const domain of ['one', 'two']) {
      void revisions.read(domain, null);
      await nextTurn();
    }
    const read = revisions.read('three', null);

    await eventually(() => statements.length === 3);
    statements[2]!.answer();
    expect(await read).not.toBeNull();
    // Slow statements that end late must not raise the limit further.
    for (const statement of statements) statement.answer();
    for (const domain of ['four', 'five', 'six']) {
      void revisions.read(domain, null);
      await nextTurn();
    }
    expect(statements).toHaveLength(5);
  });

  it('fail together with their batch, while later queries succeed', async () => {
    const { statements, revisions } = database();
    const failure = new Error('the database is gone');
    const first = Promise.allSettled([revisions.read('one', null), revisions.read('two', null)]);
    await nextTurn();
    const later = revisions.read('three', null);
    await nextTurn();

    statements[0]!.fail(failure);
    statements[1]!.answer();

    expect(await first).toEqual([
      { status: 'rejected', reason: failure },
      { status: 'rejected', reason: failure },
    ]);
    expect(await later).toMatchObject({ domainId: 'three', domainRevision: '1', clientRevision: null });
  });

  it('continue after failures, because a failed statement frees its place', async () => {
    const { statements, revisions } = database();
    for (let turn = 0; turn < 3; turn += 1) {
      const read = revisions.read('one', null);
      await nextTurn();
      statements.at(-1)!.fail(new Error('the database is gone'));
      await expect(read).rejects.toThrow('gone');
    }
    const read = revisions.read('one', null);
    await nextTurn();
    statements.at(-1)!.answer();

    expect(await read).not.toBeNull();
  });
});

describe('request floods', () => {
  it("do not delay another domain's request; hosts without a domain share one turn, and each request gets its own result", async () => {
    const { statements, revisions } = database();
    const order: string[] = [];
    const read = (domain: string) =>
      revisions.read(domain, null).then((current) => {
        order.push(domain);
        return current?.domainId;
      });
    const flood = Array.from({ length: 200 }, () => read('flood'));
    const unknown = Array.from({ length: 50 }, () => read('unknown'));
    const quiet = read('quiet');
    await nextTurn();
    statements[0]!.answer();

    expect(await quiet).toBe('quiet');
    expect(order.length).toBeLessThan(10);
    expect(new Set(await Promise.all(flood))).toEqual(new Set(['flood']));
    expect(new Set(await Promise.all(unknown))).toEqual(new Set([undefined]));
  });

  it('hold back requests that wait for connections until some are free', async () => {
    const { statements, pool, revisions } = database();
    pool.hasBacklog = true;
    let isAnswered = false;
    const read = revisions.read('one', null).then((current) => {
      isAnswered = true;
      return current;
    });
    await nextTurn();
    statements[0]!.answer();
    for (let turn = 0; turn < 10; turn += 1) await nextTurn();
    expect(isAnswered).toBe(false);

    pool.hasBacklog = false;
    expect(await read).toMatchObject({ domainId: 'one' });
  });

  it('fail as an outage beyond the limit, but only for their domain', async () => {
    const { statements, revisions } = database();
    const flood = Promise.allSettled(Array.from({ length: 1_500 }, () => revisions.read('flood', null)));
    const quiet = revisions.read('quiet', null);
    await nextTurn();
    statements[0]!.answer();

    expect((await quiet)?.domainId).toBe('quiet');
    const refused = (await flood).filter((result) => result.status === 'rejected').map(({ reason }) => isDatabaseOutage(reason));
    expect(refused).toEqual(Array.from({ length: 500 }, () => true));
  });
});
