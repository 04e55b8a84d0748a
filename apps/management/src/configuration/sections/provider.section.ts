import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import type { Domain, IdentityProvider, OwnedMailDomain } from '@latchkey/persistence';
import { Problem, type Violation } from '@latchkey/problem';
import { omitNulls, parseBody } from '../../http/parse-body.js';
import { joinPointer } from '../../http/json-pointer.js';
import type { ViolationCollector } from '../../http/violation-collector.js';
import { omitPlain, toConfiguration, type ConfigurationWithoutSecret } from '../../identity-provider/identity-provider-configuration.js';
import { IdentityProviderProvisioningService } from '../../identity-provider/identity-provider-provisioning.service.js';
import { findIdentityProviderNameViolation } from '../../identity-provider/identity-provider-rules.js';
import { IdentityProviderRequest } from '../../identity-provider/identity-provider.dto.js';
import { IdentityProviderSecretService } from '../../identity-provider/identity-provider-secret.service.js';
import { describeOwnedMailDomains } from '../../identity-provider/mail-domain-rules.js';
import { IdentityProviderService } from '../../identity-provider/identity-provider.service.js';
import { HiddenSecret } from '../hidden-secret.js';
import { compareMembers, NO_SECRETS, sortMembers, type Members, type Section, type SectionChange } from '../section.js';

type Provider = Partial<ConfigurationWithoutSecret> & { clientSecret?: HiddenSecret };
type Providers = Members<Provider>;

/** The number of identity providers of one document. */
const MAX_PROVIDERS = 500;
/** Requests to discovery documents at a time, and the time in which all must be checked. */
const CONCURRENCY = 8;
const MAX_CHECK_MS = 15_000;

/** The identity providers of a domain. Their secrets are never shown; a document without one keeps the stored one. */
@Injectable()
export class ProviderSection implements Section<Providers> {
  readonly name = 'providers';
  readonly permission = 'provider';

  constructor(
    private readonly providers: IdentityProviderService,
    private readonly provisioning: IdentityProviderProvisioningService,
    private readonly secrets: IdentityProviderSecretService,
  ) {}

  async read(domain: Domain): Promise<Providers> {
    const providers = await this.providers.list(domain);
    return sortMembers(providers.map((provider) => [provider.name, toMembers(toConfiguration(provider.name, provider as never))] as const));
  }

  parse(_domain: Domain, value: unknown, collector: ViolationCollector): Promise<Providers> {
    const rule = { pointer: '', max: MAX_PROVIDERS, findNameViolation: findIdentityProviderNameViolation };
    return collector.parseMembers(value, rule, async (provider, name): Promise<Provider> => {
      const request = await parseBody(IdentityProviderRequest, provider);
      const secret = request.clientSecret ?? null;
      return { ...toMembers(toConfiguration(name, request)), ...(secret !== null && { clientSecret: new HiddenSecret(secret) }) };
    });
  }

  /** Leaves out the secrets that are stored already. */
  async compareSecrets({ domain, before, after }: SectionChange<Providers>): Promise<{ before: Providers; after: Providers }> {
    const stored = await this.listStored(domain);
    const old = new Map(Object.entries(before));
    const now = Object.entries(after).map(([name, provider]): [string, Provider] => {
      const [{ clientSecret, ...rest }, current] = [provider, stored.get(name)];
      if (!clientSecret || !current?.clientSecret) return [name, provider];
      if (this.secrets.matches(current, clientSecret.reveal()!)) return [name, rest];
      old.set(name, { ...old.get(name), clientSecret: new HiddenSecret(null) });
      return [name, provider];
    });
    return { before: Object.fromEntries(old), after: Object.fromEntries(now) };
  }

  async findViolations({ domain, after }: SectionChange<Providers>): Promise<Violation[]> {
    const stored = await this.listStored(domain);
    const owners = listMailDomainOwners(after);
    return Object.entries(after).flatMap(([name, provider]) => {
      const { mailDomains = [] } = provider;
      const owned = owners.filter((owner) => owner.name !== name && mailDomains.includes(owner.mailDomain));
      const violations = [
        ...this.providers.findSecretViolations(stored.get(name) ?? null, toInput(name, provider)),
        ...describeOwnedMailDomains(mailDomains, owned),
      ];
      return violations.map(({ pointer, detail }) => ({ pointer: joinPointer('', name) + pointer, detail }));
    });
  }

  async checkNetwork(change: SectionChange<Providers>): Promise<Violation[]> {
    const queue = listChanged(change).changed.values();
    const deadline = performance.now() + MAX_CHECK_MS;
    const violations: Violation[] = [];
    const work = async (): Promise<void> => {
      for (const { name, before, after } of queue) {
        const errors = performance.now() > deadline ? createLateViolations() : await this.check(name, before, after);
        violations.push(...errors.map(({ pointer, detail }) => ({ pointer: joinPointer('', name) + pointer, detail })));
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, work));
    return violations;
  }

  /** An identity provider that is added again must not revive sessions, so the removal of its users' sessions must end first. */
  async findObstacle(change: SectionChange<Providers>): Promise<(() => Promise<void>) | null> {
    const { domain } = change;
    for (const { name, before, after } of listChanged(change).changed) {
      const isBlocked = await this.providers.mustWait(domain, name, { issuer: after.issuer!, stored: before?.issuer ?? null });
      if (isBlocked) return () => this.provisioning.endFormerSessions(domain, name);
    }
    return null;
  }

  async apply(change: SectionChange<Providers>): Promise<ReadonlyMap<string, string>> {
    const { removed, changed } = listChanged(change);
    for (const name of removed) await this.providers.delete(change.domain, name, () => undefined);
    for (const { name, after } of changed) await this.providers.storeWithin(change.domain, toInput(name, after));
    return NO_SECRETS;
  }

  private async check(name: string, before: Provider | null, after: Provider): Promise<readonly Violation[]> {
    try {
      await this.provisioning.check(toInput(name, after).configuration, before?.issuer ?? null);
      return [];
    } catch (error) {
      const isFound = error instanceof Problem && (error.kind === 'provider-unreachable' || error.kind === 'provider-mismatch');
      if (!isFound) throw error;
      return error.errors ?? [];
    }
  }

  private async listStored(domain: Domain): Promise<Map<string, IdentityProvider>> {
    return new Map((await this.providers.list(domain)).map((provider) => [provider.name, provider]));
  }
}

function listChanged({ before, after }: SectionChange<Providers>) {
  // A secret in the document differs from the stored one, because others were left out.
  return compareMembers(before, after, (a, b) => b.clientSecret === undefined && isDeepStrictEqual(a, b));
}

function toInput(name: string, { clientSecret, ...configuration }: Provider) {
  return { name, configuration: toConfiguration(name, configuration as IdentityProviderRequest), secret: clientSecret?.reveal() ?? null };
}

/** What a document shows: what is configured. */
function toMembers(configuration: ConfigurationWithoutSecret): Partial<ConfigurationWithoutSecret> {
  return omitPlain(omitNulls(configuration));
}

/** Each mail domain with the first provider of the document that has it. */
function listMailDomainOwners(providers: Providers): OwnedMailDomain[] {
  const owned = Object.entries(providers).flatMap(([name, { mailDomains = [] }]) =>
    mailDomains.map((mailDomain) => [mailDomain, name] as const),
  );
  return [...new Map(owned.toReversed())].map(([mailDomain, name]) => ({ mailDomain, name }));
}

function createLateViolations(): Violation[] {
  return [{ pointer: '/issuer', detail: 'was not checked in time: apply fewer new identity providers at once' }];
}
