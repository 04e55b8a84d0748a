import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { solveChallenge, type Challenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { getForm, getHeading, type CookieBrowser } from '../../../../../test/support/cookie-browser.js';
import type { Answer } from '../../../../../test/support/http.js';
import { SignUpFixture } from './sign-up.fixture.js';

let fixture: SignUpFixture;
let requests = 0;

beforeAll(async () => {
  fixture = await SignUpFixture.start({ MAGIC_LINKS_PER_ADDRESS: '1000' });
});

afterAll(() => fixture.stop());

beforeEach(() => fixture.createDomain());

const newAddress = (): string => `jane-${(requests += 1)}@example.com`;

/** Asks until a challenge is shown. @returns its page */
async function exhaust(jane: CookieBrowser): Promise<Answer> {
  for (let n = 0; n < 3; n += 1) expect(getHeading(await fixture.ask(jane, newAddress()))).toBe('Check your inbox');
  return fixture.ask(jane, newAddress());
}

async function solve(page: Answer): Promise<string> {
  const [, json] = /data-challenge="([^"]*)"/.exec(page.text) ?? [];
  const challenge = JSON.parse(json!.replaceAll('&#34;', '"').replaceAll('&quot;', '"')) as Challenge;
  const { counter, derivedKey } = (await solveChallenge({ challenge, deriveKey }))!;
  return JSON.stringify({ challenge, solution: { counter, derivedKey } });
}

describe('a person who asks for an account where many do', () => {
  it('is asked for a proof of work after three requests, and goes on with one', async () => {
    const jane = fixture.browser();

    const page = await exhaust(jane);

    expect(page.text).toContain('Many accounts are being requested right now.');
    expect(await fixture.listMail()).toHaveLength(3);
    const without = await jane.press(page, 'Continue', { username: newAddress() });
    expect(await fixture.listMail()).toHaveLength(3);
    const sent = await jane.press(without, 'Continue', { username: newAddress(), altcha: await solve(without) });
    expect([getHeading(sent), (await fixture.listMail()).length]).toEqual(['Check your inbox', 4]);
  });

  it('is not asked in another domain', async () => {
    await exhaust(fixture.browser());
    await fixture.createDomain();

    expect(getHeading(await fixture.ask(fixture.browser(), newAddress()))).toBe('Check your inbox');
  });
});

describe('a proof of work', () => {
  it('counts once for ten concurrent requests', async () => {
    const jane = fixture.browser();
    const page = await exhaust(jane);
    const altcha = await solve(page);
    const form = getForm(page, 'Continue');

    await Promise.all(Array.from({ length: 10 }, () => jane.post(form, { username: newAddress(), altcha })));

    expect(await fixture.listMail()).toHaveLength(4);
  });

  it.each<[string, (altcha: string) => Promise<string> | string]>([
    ['with another counter', (altcha) => altcha.replace(/"counter":\d+/, '"counter":4294967295')],
    ['with an easier task', (altcha) => altcha.replace('"keyPrefix":"00"', '"keyPrefix":"0"')],
    ['that lives longer', (altcha) => altcha.replace(/"expiresAt":\d+/, '"expiresAt":4102444800')],
    [
      'of another domain',
      async () => {
        const [name, id] = [fixture.domain, fixture.domainId];
        await fixture.createDomain();
        const altcha = await solve(await exhaust(fixture.browser()));
        [fixture.domain, fixture.domainId] = [name, id];
        return altcha;
      },
    ],
    ['that is no JSON', () => '{'],
    ['without parameters', () => '{"challenge":{"signature":"00"},"solution":{}}'],
    ['with parameters that are null', () => '{"challenge":{"parameters":null,"signature":"00"},"solution":{}}'],
  ])('is refused: one %s', async (_which, change) => {
    const jane = fixture.browser();
    const page = await exhaust(jane);
    const altcha = await change(await solve(page));

    const again = await jane.press(page, 'Continue', { username: newAddress(), altcha });

    expect([getHeading(again), (await fixture.listMail()).length]).toEqual(['Create an account', 3]);
  });
});
