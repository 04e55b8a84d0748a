import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { StatementBatcher } from './statement-batcher.js';

/** A batcher that answers n with 2n when the test says so. */
function doubler() {
  const statements: { questions: readonly number[]; answer: () => void; fail: () => void }[] = [];
  const batcher = new StatementBatcher<number, number>(
    (questions) =>
      new Promise((resolve, reject) => {
        statements.push({ questions, answer: () => resolve(questions.map((n) => 2 * n)), fail: () => reject(new Error('no answer')) });
      }),
  );
  return { statements, batcher };
}

describe('StatementBatcher', () => {
  it('combines the queries of one event loop turn into a statement, and returns each its own answer', async () => {
    const { statements, batcher } = doubler();
    const answers = Promise.all([1, 2, 3].map((n) => batcher.ask(n)));
    await nextTurn();
    statements[0]!.answer();

    expect(await answers).toEqual([2, 4, 6]);
    expect(statements.map(({ questions }) => questions)).toEqual([[1, 2, 3]]);
  });

  it('holds queries back while two statements are in flight, and combines them into the next one', async () => {
    const { statements, batcher } = doubler();
    const answers: Promise<number>[] = [];
    for (const n of [1, 2, 3, 4]) {
      answers.push(batcher.ask(n));
      await nextTurn();
    }
    expect(statements.map(({ questions }) => questions)).toEqual([[1], [2]]);

    statements[0]!.answer();
    await answers[0];
    await nextTurn();
    statements[1]!.answer();
    statements[2]!.answer();

    expect(await Promise.all(answers)).toEqual([2, 4, 6, 8]);
    expect(statements.map(({ questions }) => questions)).toEqual([[1], [2], [3, 4]]);
  });

  it('fails only the questions of a failed statement', async () => {
    const { statements, batcher } = doubler();
    const failing = batcher.ask(1);
    await nextTurn();
    const other = batcher.ask(2);
    await nextTurn();
    statements[0]!.fail();
    statements[1]!.answer();

    await expect(failing).rejects.toThrow('no answer');
    expect(await other).toBe(4);
  });
});
