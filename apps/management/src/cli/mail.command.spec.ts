import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runCli, type CliRun } from '../../../../test/support/cli.js';
import { MailCatcher } from '../../../../test/support/mail-catcher.js';
import { managementSettings } from '../../../../test/support/management.js';

let catcher: MailCatcher;

beforeAll(async () => {
  catcher = await MailCatcher.start();
});

afterAll(() => catcher.stop());

/** There is no database, because the command needs none. */
function mailTest(to: string, settings: Record<string, string> = {}): Promise<CliRun> {
  const complete = managementSettings('postgres://latchkey@127.0.0.1:9/none', { MAIL_FROM: 'Shop <no-reply@example.com>', ...settings });
  return runCli(complete, 'mail', 'test', to);
}

describe('mail test', () => {
  it('sends a mail to the given address', async () => {
    const { code, stdout, stderr } = await mailTest('ada@example.com', { SMTP_URL: catcher.url });

    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const from = 'Shop <no-reply@example.com>';
    expect(stdout).toMatch(new RegExp(`^to: ada@example.com\nfrom: ${from}\nsent: true\nid: [\\w-]{36}\n$`));
    expect(await catcher.to('ada@example.com')).toMatchObject({
      subject: 'Test mail of Latchkey',
      from: { address: 'no-reply@example.com' },
    });
  });

  it("reports the server's answer and what to do in one line", async () => {
    catcher.answer(() => ({ code: 554, text: 'no' }));

    const refused = await mailTest('ada@example.com', { SMTP_URL: catcher.url });
    const unreachable = await mailTest('ada@example.com', { SMTP_URL: 'smtp://127.0.0.1:9' });

    expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/^SMTP_URL: smtp 554: [^\n]+\n$/) });
    expect(unreachable).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^SMTP_URL: E\w+: check host and port[^\n]+\n$/),
    });
  });

  it('fails without a mail server, and for an invalid address', async () => {
    expect(await mailTest('ada@example.com')).toMatchObject({ code: 1, stderr: expect.stringMatching(/^SMTP_URL is not set: [^\n]+\n$/) });
    expect(await mailTest('ada', { SMTP_URL: catcher.url })).toEqual({ code: 1, stdout: '', stderr: 'ada is not an email address\n' });
  });
});
