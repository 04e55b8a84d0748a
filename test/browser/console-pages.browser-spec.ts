import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { openBrowser, withBrowserUser } from '../support/browser/browser.js';
import { ConsoleFixture } from '../support/browser/console-fixture.js';
import { button, field, heading } from '../support/browser/sign-in-steps.js';
import { eventually } from '../support/eventually.js';
import { Rows } from '../support/rows.js';
import { insertSignalStream } from '../support/signal-stream.js';

let browser: Browser;
let fixture: ConsoleFixture;
let rows: Rows;

beforeAll(async () => {
  [fixture, browser] = await Promise.all([ConsoleFixture.start(), openBrowser()]);
  rows = new Rows(fixture.stack.database.url);
}, 90_000);

afterAll(async () => {
  await rows?.end();
  await Promise.all([fixture?.stop(), browser?.close()]);
});

describe('Shared Signals in the console', () => {
  it('shows how a receiver creates a stream where there is none', async () => {
    const domain = await fixture.caller.registerDomain();
    await withBrowserUser(browser, async ({ page }) => {
      await fixture.open(page, await fixture.operator(), `/d/${domain}/webhooks`);
      await page.getByRole('link', { name: 'Shared Signals' }).click();
      await heading(page, 'Shared Signals').waitFor();

      expect(await page.locator('pre').textContent()).toContain(`/ssf/stream`);
    });
  });

  it('pauses a stream and takes that back, sends a verification event, and deletes the stream', async () => {
    const domain = await fixture.caller.registerDomain();
    const id = await insertSignalStream(rows, domain);
    const path = `/v1/domain/${domain}/signal-stream/${id}`;
    const read = async () => (await fixture.caller.get(path)).json as { clientId: string; status: string; verifiedAt: string | null };
    const expectStatus = (status: string) => eventually(async () => (await read()).status === status);
    const { clientId } = await read();
    await withBrowserUser(browser, async ({ page }) => {
      await fixture.open(page, await fixture.operator(), `/d/${domain}/webhooks/signals`);
      await page.getByRole('table', { name: 'Shared Signals' }).getByRole('link', { name: clientId }).click();
      await heading(page, clientId).waitFor();

      await button(page, 'Pause').click();
      await expectStatus('paused');
      await button(page, 'Undo').click();
      await expectStatus('enabled');
      await button(page, 'Verify').click();
      await eventually(async () => (await read()).verifiedAt !== null);
      await field(page, `Type ${clientId} to confirm`).fill(clientId);
      await button(page, 'Delete').click();
      await heading(page, 'Shared Signals').waitFor();

      expect((await fixture.caller.get(path)).status).toBe(404);
    });
  });

  it('lets an auditor read a stream and change nothing', async () => {
    const domain = await fixture.caller.registerDomain();
    const id = await insertSignalStream(rows, domain);
    await withBrowserUser(browser, async ({ page }) => {
      await fixture.open(page, await fixture.operator(['*:read']), `/d/${domain}/webhooks/signals/${id}`);
      await page.getByText('None since the last success').waitFor();

      for (const name of ['Pause', 'Verify', 'Delete']) expect(await button(page, name).count()).toBe(0);
    });
  });
});
