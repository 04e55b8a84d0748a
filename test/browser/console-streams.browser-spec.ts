import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import type { Browser, Page } from 'playwright-core';
import { findAccessibilityViolations, openBrowser, withBrowserUser } from '../support/browser/browser.js';
import { ConsoleFixture } from '../support/browser/console-fixture.js';
import { button, field, heading } from '../support/browser/sign-in-steps.js';
import { eventually } from '../support/eventually.js';
import { Rows } from '../support/rows.js';
import { insertSignalDelivery, insertSignalStream } from '../support/signal-stream.js';
import { TextReceiver } from '../support/text-receiver.js';

const SIGNAL = 'https://schemas.openid.net/secevent/risc/event-type/account-disabled';
const HOSTILE = `<img src=x onerror="document.title='hit'">`;

let browser: Browser;
let fixture: ConsoleFixture;
let rows: Rows;
let receiver: TextReceiver;

beforeAll(async () => {
  [fixture, browser, receiver] = await Promise.all([ConsoleFixture.start({ WORKER: 'on' }), openBrowser(), TextReceiver.start()]);
  rows = new Rows(fixture.stack.database.url);
}, 90_000);

afterAll(async () => {
  await rows?.end();
  await Promise.all([fixture?.stop(), browser?.close(), receiver?.stop()]);
});

const inDialog = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true });

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
      await page.getByRole('link', { name: 'Settings', exact: true }).last().click();
      await field(page, `Type ${clientId} to confirm`).fill(clientId);
      await button(page, 'Delete').click();
      await heading(page, 'Shared Signals').waitFor();

      expect((await fixture.caller.get(path)).status).toBe(404);
    });
  });

  it('lets an auditor read a stream and change nothing', async () => {
    const domain = await fixture.caller.registerDomain();
    const id = await insertSignalStream(rows, domain, { push_endpoint: receiver.url });
    const deliveryId = await insertSignalDelivery(rows, id);
    await withBrowserUser(browser, async ({ page }) => {
      await fixture.open(page, await fixture.operator(['*:read']), `/d/${domain}/webhooks/signals/${id}/settings`);
      await page.getByText('None since the last success').waitFor();

      for (const name of ['Pause', 'Verify', 'Delete', 'Replace header']) expect(await button(page, name).count()).toBe(0);
      await page.goto(`${fixture.url}/d/${domain}/webhooks/signals/${id}?delivery=${deliveryId}`);
      await page.getByRole('dialog').getByText(deliveryId).first().waitFor();
      expect(await button(page, 'Send it again').count()).toBe(0);
    });
  });

  it('shows an operator why a receiver refused an event; they mend the receiver, send it again, and it arrives', async () => {
    const domain = await fixture.caller.registerDomain();
    const events_requested = [SIGNAL];
    const id = await insertSignalStream(rows, domain, { events_requested, push_endpoint: `${receiver.url}/events` });
    const description = `Expected "hr". ${HOSTILE}`;
    receiver.answer(() => ({ status: 400, body: JSON.stringify({ err: 'invalid_audience', description }) }));
    const users = `/v1/domain/${domain}/user`;
    const { sub } = (await fixture.caller.post(users, { preferredUsername: 'maya@example.com', name: 'Maya' })).json as { sub: string };
    await fixture.caller.patch(`${users}/${sub}`, { active: false });
    await withBrowserUser(browser, async ({ page }) => {
      await fixture.open(page, await fixture.operator(), `/d/${domain}/webhooks/signals/${id}`);
      await page.getByText('The receiver refused the event with the code invalid_audience.').waitFor();
      await button(page, 'account-disabled').click();
      const dialog = page.getByRole('dialog');
      const answer = await dialog.getByRole('region', { name: 'What the receiver answered' }).locator('pre').textContent();
      const claims = await dialog.getByRole('region', { name: 'Claims of the security event token' }).locator('pre').textContent();
      const { jti, sub_id, events } = JSON.parse(claims!) as { jti: string; sub_id: { sub: string }; events: object };

      expect([JSON.parse(answer!), sub_id.sub, Object.keys(events)]).toEqual([{ err: 'invalid_audience', description }, sub, [SIGNAL]]);
      expect(await dialog.getByRole('figure').textContent()).toContain(`delivery/${jti}/replay`);
      expect(await findAccessibilityViolations(page)).toEqual([]);
      receiver.answer(() => ({ status: 202 }));
      await inDialog(page, 'Send it again').click();
      await dialog.getByText('Delivered').waitFor();
      expect(receiver.requests.map(({ body }) => decodeJwt(body).jti)).toEqual([jti]);
      expect(await page.title()).not.toBe('hit');
    });
  });

  it('replaces the header of pushes, and what the receiver did not accept arrives', async () => {
    const domain = await fixture.caller.registerDomain();
    const id = await insertSignalStream(rows, domain, { events_requested: [SIGNAL], push_endpoint: `${receiver.url}/events` });
    receiver.answer(() => ({ status: receiver.requests.at(-1)!.headers.authorization === 'Bearer new' ? 202 : 401 }));
    await fixture.caller.post(`/v1/domain/${domain}/signal-stream/${id}/verification`);
    await withBrowserUser(browser, async ({ page }) => {
      await fixture.open(page, await fixture.operator(), `/d/${domain}/webhooks/signals/${id}/settings`);
      await field(page, 'New header').fill('Bearer new');
      expect(await page.getByRole('contentinfo').textContent()).toContain('/authorization-header');
      await button(page, 'Replace header').click();
      await page.getByText('Pushes have the new header').waitFor();
      await page.getByRole('link', { name: 'Deliveries' }).click();
      await page.getByRole('cell', { name: 'Delivered' }).waitFor();

      expect(receiver.requests.at(-1)!.headers.authorization).toBe('Bearer new');
    });
  });
});
