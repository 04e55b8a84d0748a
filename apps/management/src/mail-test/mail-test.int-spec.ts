import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { MailCatcher } from '../../../../test/support/mail-catcher.js';
import { startManagement, type Caller, type StartedManagement } from '../../../../test/support/management.js';
import type { Answer } from '../../../../test/support/http.js';

let database: TestDatabase;
let catcher: MailCatcher;
let managements: StartedManagement[];
let caller: Caller;
let domain: string;

beforeAll(async () => {
  [database, catcher] = await Promise.all([createTestDatabase(), MailCatcher.start()]);
  const mailing = { SMTP_URL: catcher.url, MAIL_FROM: 'Latchkey <no-reply@mail.test>' };
  managements = [await startManagement(database.url, mailing), await startManagement(database.url)];
  caller = managements[0]!.as(managements[0]!.apiKey);
});

afterAll(async () => {
  for (const management of managements) await management.stop();
  await catcher.stop();
  await database.drop();
});

beforeEach(async () => {
  domain = await caller.registerDomain();
  catcher.answer(() => 'take');
});

const test = (body: object, by = caller): Promise<Answer> => by.post(`/v1/domain/${domain}/mail-test`, body);

describe('a test mail', () => {
  it('arrives as users get it, and the log has the outcome without the address', async () => {
    await caller.put(`/v1/domain/${domain}/branding`, { name: 'Hollin Bikes', accentColor: '#0f6b4c' });

    const { status, json } = await test({ to: 'ada@example.com', language: 'de' });

    expect({ status, json }).toMatchObject({ status: 200, json: { outcome: 'Accepted', from: 'Hollin Bikes <no-reply@mail.test>' } });
    const mail = await catcher.to('ada@example.com');
    expect([mail.subject, mail.from?.name]).toEqual(['Anmelden bei Hollin Bikes', 'Hollin Bikes']);
    expect(mail.html).toContain('#0f6b4c');
    const { json: log } = await caller.get(`/v1/domain/${domain}/log?type=mail.tested`);
    expect((log as { data: unknown }[]).map(({ data }) => data)).toEqual([{ outcome: 'Accepted' }]);
    expect(JSON.stringify(log)).not.toContain('ada@');
  });

  it.each([
    [550, 'Refused', /refused .*smtp 550/],
    [451, 'Failed', /not sent \(smtp 451\)/],
  ])('tells what the mail server answers: %i', async (code, outcome, detail) => {
    catcher.answer(() => ({ code, text: 'no such person: ada@example.com' }));

    const { status, json } = await test({ to: 'ada@example.com' });

    expect({ status, json }).toMatchObject({ status: 200, json: { outcome, detail: expect.stringMatching(detail) } });
    expect((json as { detail: string }).detail).not.toContain('ada@');
  });

  it('tells that there is no mail server', async () => {
    const silent = managements[1]!.as(managements[0]!.apiKey);

    expect(await test({ to: 'ada@example.com' }, silent)).toMatchObject({ status: 200, json: { outcome: 'NotConfigured' } });
  });

  it('can be sent ten times an hour', async () => {
    const answers: number[] = [];
    for (let n = 0; n < 11; n += 1) answers.push((await test({ to: 'bob@example.com' })).status);

    expect(answers).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  });

  it.each([
    [{}, '/to'],
    [{ to: 'ada at example.com' }, '/to'],
    [{ to: 'ada@example.com, eve@example.com' }, '/to'],
    [{ to: 'ada@example.com', language: 'xx' }, '/language'],
    [{ to: 'ada@example.com', text: 'Buy now' }, '/text'],
  ])('rejects %j with a pointer', async (body, pointer) => {
    expect(await test(body)).toMatchObject({ status: 400, json: { errors: [{ pointer }] } });
  });
});
