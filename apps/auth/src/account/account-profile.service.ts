import { Inject, Injectable } from '@nestjs/common';
import type { AuthSettings } from '@latchkey/config';
import { fingerprint } from '@latchkey/crypto';
import { EDITABLE_CLAIMS, type EditableClaim } from '@latchkey/oauth';
import { ServedIdentityProviderRepository, type Attributes, type ServedIdentityProvider, type User } from '@latchkey/persistence';
import { Problem } from '@latchkey/problem';
import { DomainTransactionService, LOCAL_IDENTITY_PROVIDER, UserChangeService } from '@latchkey/user';
import { isChannelAvailable } from '../message/channel-availability.js';
import type { ProfileFieldError } from '../pages/views/account-view-models.js';
import { SETTINGS } from '../settings/settings.module.js';
import type { AccountContext } from './account-context.js';
import { AccountLogService } from './account-log.service.js';

/** The attribute by which SCIM clients find the user in their directory. */
const DIRECTORY_ID = 'external_id';
const FIXED = ['preferred_username', 'email', 'phone_number'];
const ADDRESSES: ReadonlySet<string> = new Set(['picture', 'profile', 'website']);

/** What a user may change, and what not. */
export interface Profile {
  /** Values by name, in the order of the page; empty: no value. */
  editable: ReadonlyMap<EditableClaim, string>;
  /** The address, which changes by a link to the new one; null: not here. */
  email: { address: string } | null;
  /** Attributes that the user sees only. */
  fixed: readonly (readonly [name: string, value: string])[];
  /** Who overwrites the attributes that are not editable; null: nobody but the operator. */
  source: { kind: 'provider'; name: string } | { kind: 'directory' } | null;
  /** Differs if an editable attribute differs. */
  version: string;
}

export type ProfileErrors = Readonly<Partial<Record<EditableClaim, ProfileFieldError>>>;

/** What a person has entered. */
export interface EnteredProfile {
  /** The version that the form showed. */
  version: string;
  /** The text in the field of an attribute. */
  read(name: EditableClaim): string;
}

/** The attributes of the signed-in user, as far as the domain lets users change their own. */
@Injectable()
export class AccountProfileService {
  constructor(
    private readonly transactions: DomainTransactionService,
    private readonly changes: UserChangeService,
    private readonly providers: ServedIdentityProviderRepository,
    private readonly log: AccountLogService,
    @Inject(SETTINGS) private readonly settings: AuthSettings,
  ) {}

  /** @throws Problem user-not-found */
  async load(account: AccountContext): Promise<Profile> {
    const provider = await this.findProvider(account);
    const { email, ...profile } = describe(account, await this.changes.get(account.domain, account.session.sub), provider);
    return { ...profile, email: isChannelAvailable(this.settings, 'email') ? email : null };
  }

  /**
   * Changes all attributes of the form, or none.
   *
   * @returns the errors by attribute, `changed-meanwhile`, or null: the user is as entered
   *
   * @throws Problem user-not-found
   */
  async save(account: AccountContext, entered: EnteredProfile): Promise<ProfileErrors | 'changed-meanwhile' | null> {
    const { domain, session } = account;
    const provider = await this.findProvider(account);
    try {
      return await this.transactions.change(domain.id, async () => {
        const user = await this.changes.lock(domain, session.sub);
        const { editable, version } = describe(account, user, provider);
        // control: a form does not overwrite a change that its page has not shown
        if (version !== entered.version) return 'changed-meanwhile';
        await this.changes.update(this.log.of(account), user, buildPatch(editable, entered));
        return null;
      });
    } catch (error) {
      if (!(error instanceof Problem) || error.kind !== 'invalid-request') throw error;
      return Object.fromEntries(error.errors!.map(({ pointer }) => pointer.slice(1)).map((name) => [name, explain(name)]));
    }
  }

  private async findProvider({ domain, session: { identityProvider } }: AccountContext): Promise<ServedIdentityProvider | null> {
    return identityProvider === LOCAL_IDENTITY_PROVIDER ? null : this.providers.findIncludingDisabled(domain.id, identityProvider);
  }
}

function describe({ domain, session }: AccountContext, { attributes }: User, provider: ServedIdentityProvider | null): Profile {
  const source = findSource(session.identityProvider, attributes, provider);
  const overwritten = provider ? Object.values(provider.claimMapping) : [];
  // control: people change only the attributes that their domain allows
  const allowed = source?.kind === 'directory' ? [] : domain.editableAttributes.filter((name) => !overwritten.includes(name));
  const email = source === null && allowed.includes('email') ? { address: toText(attributes['email']) } : null;
  const editable = new Map(
    EDITABLE_CLAIMS.filter((name) => allowed.includes(name) && name !== 'email').map((name) => [name, toText(attributes[name])]),
  );
  const fixed = [...new Set([...FIXED, ...EDITABLE_CLAIMS])]
    .filter((name) => !(name === 'email' && email) && !editable.has(name as EditableClaim) && toText(attributes[name]) !== '')
    .map((name) => [name, toText(attributes[name])] as const);
  const version = fingerprint('profile', ...[...editable].flat()).toString('base64url');
  return { editable, email, fixed, source, version };
}

/** An identity provider and a directory set the attributes again, so that a change here would be lost. */
function findSource(identityProvider: string, attributes: Attributes, provider: ServedIdentityProvider | null): Profile['source'] {
  if (identityProvider !== LOCAL_IDENTITY_PROVIDER) return { kind: 'provider', name: provider?.displayName ?? identityProvider };
  return Object.hasOwn(attributes, DIRECTORY_ID) ? { kind: 'directory' } : null;
}

/** Leaves out what is as before, which need not be valid: an operator may have stored it in an earlier release. */
function buildPatch(editable: Profile['editable'], { read }: EnteredProfile): Attributes {
  const entered = [...editable].map(([name, before]) => ({ name, before, text: read(name).trim() }));
  const changed = entered.filter(({ before, text }) => text !== before.trim());
  return Object.fromEntries(changed.map(({ name, text }) => [name, text === '' && name !== 'name' ? null : text]));
}

function toText(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function explain(name: string): ProfileFieldError {
  if (ADDRESSES.has(name)) return 'address';
  if (name === 'name' || name === 'birthdate') return name;
  return 'unusable';
}
