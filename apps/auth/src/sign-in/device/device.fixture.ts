import { type CookieBrowser } from '../../../../../test/support/cookie-browser.js';
import type { Answer } from '../../../../../test/support/http.js';
import { sql } from '../../../../../test/support/sql.js';
import type { Settings } from '../../../../../test/support/service-process.js';
import { SignInFixture, type TestUser } from '../sign-in.fixture.js';

export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

/** The response to a device authorization request: RFC 8628 section 3.2. */
export interface DeviceResponse {
  device_code: string;
  user_code: string;
  verification_uri: string;
  verification_uri_complete: string;
  expires_in: number;
  interval: number;
}

/** Both services with a domain whose client `tv` may use the device flow. */
export class DeviceFixture {
  private constructor(readonly signIns: SignInFixture) {}

  static async start(settings: Settings = {}): Promise<DeviceFixture> {
    const fixture = new DeviceFixture(await SignInFixture.start(settings));
    await fixture.signIns.createClient('shop');
    await fixture.createClient('tv');
    return fixture;
  }

  stop(): Promise<void> {
    return this.signIns.stop();
  }

  get domain(): string {
    return this.signIns.domain;
  }

  /** A public client with the device flow. */
  async createClient(clientId: string, more: object = {}): Promise<void> {
    await this.signIns.createClient(clientId, { scope: 'openid profile offline_access orders', ...more });
    await this.setDeviceGrant(clientId, true);
  }

  async setDeviceGrant(clientId: string, deviceCode: boolean): Promise<void> {
    await this.sql(
      `UPDATE client SET further_grants = jsonb_build_object('clientCredentials', false, 'deviceCode', $2::boolean, 'tokenExchange', null),
         revision = nextval('revision') WHERE client_id = $1`,
      [clientId, deviceCode],
    );
  }

  /** A device's request for a code. */
  request(parameters: Record<string, string | string[]> = {}): Promise<Answer> {
    return this.postForm('/connect/device_authorization', { client_id: 'tv', scope: 'openid', ...parameters });
  }

  async begin(parameters: Record<string, string | string[]> = {}): Promise<DeviceResponse> {
    const { status, text, json } = await this.request(parameters);
    if (status !== 200) throw new Error(text);
    return json as DeviceResponse;
  }

  /** A poll of the device. */
  poll(deviceCode: string, parameters: Record<string, string> = {}): Promise<Answer> {
    return this.postForm('/connect/token', { grant_type: DEVICE_GRANT, device_code: deviceCode, client_id: 'tv', ...parameters });
  }

  /** Enters a code at the page. @returns the confirmation, or the page with an error */
  async enter(browser: CookieBrowser, userCode: string): Promise<Answer> {
    return browser.press(await browser.request('/device'), 'Continue', { user_code: userCode });
  }

  /** Enters a code, allows the device and signs in. @returns the last page */
  async allow(browser: CookieBrowser, userCode: string, user: TestUser): Promise<Answer> {
    return this.signIn(browser, await browser.press(await this.enter(browser, userCode), 'Allow'), user);
  }

  /** Signs in by a link, and skips the offer of a passkey. */
  async signIn(browser: CookieBrowser, page: Answer, user: TestUser): Promise<Answer> {
    const offer = await this.signIns.signInByLink(browser, page, user);
    return offer.text.includes('Not now') ? browser.press(offer, 'Not now') : offer;
  }

  /** Moves the expiry of all codes into the past, for their devices and users. */
  expireCodes(): Promise<unknown> {
    return this.sql(
      `UPDATE oidc_payload SET payload = (payload::jsonb || jsonb_build_object('exp', extract(epoch FROM now())::integer - 1))::json
       WHERE model = 'DeviceCode'`,
    );
  }

  /** Lets devices poll at once again. */
  forgetPolls(): Promise<unknown> {
    return this.sql(`UPDATE oidc_payload SET payload = (payload::jsonb - 'polledAt')::json WHERE model = 'DeviceCode'`);
  }

  sql(text: string, values: unknown[] = []): Promise<unknown> {
    return sql(this.signIns.stack.database.url, text, values);
  }

  postForm(path: string, parameters: Record<string, string | string[]>, headers: Record<string, string> = {}): Promise<Answer> {
    const body = new URLSearchParams(Object.entries(parameters).flatMap(([name, value]) => [value].flat().map((each) => [name, each])));
    return this.signIns.stack.auth.send(this.domain, path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
      body: body.toString(),
    });
  }
}
