import { expect, it } from '@jest/globals';
import { runCli, type CliRun } from '../../../../test/support/cli.js';
import { useManagementFixture } from '../../../../test/support/management-fixture.js';

const fixture = useManagementFixture();

function run(...args: string[]): Promise<CliRun> {
  const { management, caller } = fixture;
  return runCli({ LATCHKEY_URL: management.url, LATCHKEY_API_KEY: caller.apiKey }, 'user', ...args);
}

it('invites users, shows the progress, and stops', async () => {
  const domain = await fixture.caller.registerDomain();
  const address = 'https://app.example.com/welcome';

  const invited = await run('invite', domain, address, '--wave-size', '5', '--interval', '600', '--email-domain', 'example.com', '--json');
  const [shown, stopped] = [await run('show-invitation', domain, '--json'), await run('stop-invitation', domain, '--json')];

  expect(JSON.parse(invited.stdout)).toMatchObject({ status: 'Running', redirectUri: address, waveSize: 5, intervalSeconds: 600 });
  expect(JSON.parse(shown.stdout)).toEqual(JSON.parse(invited.stdout));
  expect(JSON.parse(stopped.stdout)).toMatchObject({ status: 'Stopped', emailDomain: 'example.com' });
});

it('says what is wrong, and how to begin', async () => {
  const domain = await fixture.caller.registerDomain();

  const wrong = await run('invite', domain, 'http://app.example.com/', '--wave-size', '1001');
  expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringMatching(/redirectUri[^]*waveSize/)]);
  expect((await run('invite', domain, 'https://app.example.com/', '--wave-size', 'many')).stderr).toMatch(/must be a whole number/);
  expect(await run('show-invitation', domain)).toMatchObject({ code: 1, stderr: expect.stringContaining(`user invite ${domain}`) });
});
