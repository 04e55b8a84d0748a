import type { CDPSession, Page } from 'playwright-core';

export interface StoredCredential {
  credentialId: string;
  rpId?: string;
  userHandle?: string;
  signCount: number;
  isResidentCredential: boolean;
}

/** A platform authenticator that approves immediately and keeps discoverable credentials (WebAuthn section 11: automation). */
export class VirtualAuthenticator {
  private constructor(
    private readonly session: CDPSession,
    private readonly authenticatorId: string,
  ) {}

  /** Adds one to a page's browser. */
  static async add(page: Page): Promise<VirtualAuthenticator> {
    const session = await page.context().newCDPSession(page);
    await session.send('WebAuthn.enable');
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return new VirtualAuthenticator(session, authenticatorId);
  }

  /** Its passkeys for all sites. */
  async credentials(): Promise<StoredCredential[]> {
    const { credentials } = await this.session.send('WebAuthn.getCredentials', { authenticatorId: this.authenticatorId });
    return credentials as StoredCredential[];
  }

  /** Whether the user touches it when prompted; otherwise requests wait. */
  async touch(enabled: boolean): Promise<void> {
    await this.session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId: this.authenticatorId, enabled });
  }

  /** Removes all passkeys, like a new device. */
  async clear(): Promise<void> {
    await this.session.send('WebAuthn.clearCredentials', { authenticatorId: this.authenticatorId });
  }
}
