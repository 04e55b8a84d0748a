import { Inject, Injectable } from '@nestjs/common';
import { authUrlOf, type ManagementSettings } from '@latchkey/config';
import { findRedirectUriViolation } from '@latchkey/oauth';
import { Database, type Domain } from '@latchkey/persistence';
import { OperatorError } from '@latchkey/server';
import { ClientAuthenticationService } from '../client/authentication/client-authentication.service.js';
import { ClientService } from '../client/client.service.js';
import { SETTINGS } from '../settings/settings.module.js';
import { CONSOLE_AUTHENTICATION, CONSOLE_CLIENT_ID, CONSOLE_PATHS, describeConsoleClient } from './console-client.js';

/** What the setup did, and the settings with which the console uses it. */
export interface ConsoleSetup {
  domain: string;
  client: typeof CONSOLE_CLIENT_ID;
  result: 'created' | 'updated' | 'unchanged';
  redirectUri: string;
  settings: string;
}

/** Registers the client of the console at the domain where operators sign in. */
@Injectable()
export class ConsoleSetupService {
  constructor(
    @Inject(SETTINGS) private readonly settings: ManagementSettings,
    private readonly database: Database,
    private readonly clients: ClientService,
    private readonly authentication: ClientAuthenticationService,
  ) {}

  /**
   * Creates the client, or replaces its configuration. Repeat it after a change of MANAGEMENT_URL.
   *
   * @throws OperatorError if browsers would refuse MANAGEMENT_URL
   * @throws Problem domain-not-found, client-conflict if the domain has a confidential client of this name
   */
  async setUp(domain: Domain): Promise<ConsoleSetup> {
    const { MANAGEMENT_URL: managementUrl } = this.settings;
    const redirectUri = `${managementUrl}${CONSOLE_PATHS.callback}`;
    // Without https, browsers have no keys for DPoP, except on this machine.
    const violation = findRedirectUriViolation(redirectUri, 'Public');
    if (violation !== null) throw new OperatorError(`MANAGEMENT_URL: ${violation}. Received: ${managementUrl}`);
    const result = await this.database.transaction(() => this.store(domain));
    const issuer = authUrlOf(this.settings, domain.name);
    const settings = `CONSOLE=on MANAGEMENT_ISSUERS=${issuer} MANAGEMENT_URL=${managementUrl}`;
    return { domain: domain.name, client: CONSOLE_CLIENT_ID, result, redirectUri, settings };
  }

  private async store(domain: Domain): Promise<ConsoleSetup['result']> {
    const find = async () => (await this.clients.findAll(domain, [CONSOLE_CLIENT_ID]))[0];
    const key = { domain, clientId: CONSOLE_CLIENT_ID };
    const before = await find();
    await this.clients.provision(key, describeConsoleClient(this.settings.MANAGEMENT_URL), unconditionally);
    await this.authentication.replace(key, CONSOLE_AUTHENTICATION, unconditionally);
    if (!before) return 'created';
    return before.revision === (await find())?.revision ? 'unchanged' : 'updated';
  }
}

function unconditionally(): void {
  // The setup has no expectations of what it replaces.
}
