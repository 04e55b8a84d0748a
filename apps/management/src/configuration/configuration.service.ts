import { Inject, Injectable } from '@nestjs/common';
import { Database, type Domain, type Precondition } from '@latchkey/persistence';
import { createInvalidBodyProblem, type Violation } from '@latchkey/problem';
import type { Permission } from '../caller/permission.js';
import { DomainChangeService } from '../current-domain/domain-change.service.js';
import { omitInvalid } from '../http/checked-body.js';
import { joinPointer } from '../http/json-pointer.js';
import { ViolationCollector } from '../http/violation-collector.js';
import { SigningKeyPublisher } from '../signing-key/signing-key-publisher.service.js';
import { listChanges, type Change } from './difference.js';
import { dropLostReferences } from './lost-references.js';
import type { Configuration, Section, SectionChange, Targets } from './section.js';
import { SECTION_INSTANCES } from './sections/sections.js';
import { listTargets } from './targets.js';

/** The version of the form of the document. */
export const VERSION = 1;
/** How often a change waits for the removal of the former users of an identity provider. */
const MAX_ATTEMPTS = 20;

/** What a document changes, or would change. */
export interface AppliedConfiguration {
  changes: Change[];
  /** New secrets in plain text, by the id of a client or `webhooks/` and the id of a webhook. */
  secrets: Record<string, string>;
}

/** A document, and the errors that it has by itself. */
export interface ParsedConfiguration {
  /** Its sections as `get` would show them, without invalid ones and without invalid members. */
  sections: Configuration;
  /** What was sent, in which undefined stands for what is invalid. */
  sent: Configuration;
  violations: readonly Violation[];
}

interface Plan {
  sections: { section: Section; change: SectionChange<unknown> }[];
  changes: Change[];
}

/** The configuration of a domain as one document. Each section follows the rules of the resource that owns it. */
@Injectable()
export class ConfigurationService {
  constructor(
    @Inject(SECTION_INSTANCES) private readonly sections: readonly Section[],
    private readonly database: Database,
    private readonly changes: DomainChangeService,
    private readonly publisher: SigningKeyPublisher,
  ) {}

  /** The whole configuration at one moment. */
  get(domain: Domain): Promise<Configuration> {
    return this.database.readSnapshot(() => this.read(domain));
  }

  /**
   * Validates a document, and its sections by their own rules. `plan` and `apply` throw its errors together with those that depend on other
   * data.
   */
  async parse(domain: Domain, document: Configuration): Promise<ParsedConfiguration> {
    const collector = new ViolationCollector();
    if (document['version'] !== VERSION) collector.add('/version', [{ pointer: '', detail: `must be ${VERSION}` }]);
    const known = new Set(['version', ...this.sections.map(({ name }) => name)]);
    const unknown = Object.keys(document).filter((name) => !known.has(name));
    collector.add(
      '',
      unknown.map((name) => ({ pointer: joinPointer('', name), detail: 'is not a section of the configuration' })),
    );
    const parsed: [string, unknown][] = [];
    for (const { name, section } of this.listPresent(document)) {
      const errors = new ViolationCollector();
      const value = await errors.attempt('', () => section.parse(domain, toStoredNumbers(document[name]), errors));
      if (value !== undefined) parsed.push([name, value]);
      collector.add(`/${name}`, errors.violations);
    }
    const { violations, isFull } = collector;
    // Without room for more errors, some invalid parts are unknown.
    return { sections: Object.fromEntries(parsed), sent: isFull ? {} : (omitInvalid(document, violations) as Configuration), violations };
  }

  /** What the stored configuration violates by itself, also what documents leave out. For rows that have not passed the rules of documents. */
  async check(domain: Domain): Promise<readonly Violation[]> {
    const stored = await this.database.readSnapshot(() => this.read(domain, true));
    const { sent, violations } = await this.parse(domain, stored);
    const collector = new ViolationCollector();
    collector.add('', violations);
    this.addReferenceViolations(collector, sent, listTargets(sent));
    return collector.violations;
  }

  /** What `apply` would change. Locks nothing. @throws Problem precondition-failed, invalid-request */
  async plan(domain: Domain, parsed: ParsedConfiguration, precondition: Precondition<Configuration>): Promise<AppliedConfiguration> {
    const { changes } = await this.prepare(domain, parsed, precondition);
    return { changes, secrets: {} };
  }

  /**
   * Replaces the sections that a document has, in one transaction, with the events of single changes.
   *
   * @throws Problem precondition-failed, invalid-request with all errors, in which case nothing is changed
   */
  async apply(domain: Domain, parsed: ParsedConfiguration, precondition: Precondition<Configuration>): Promise<AppliedConfiguration> {
    const { sections } = await this.prepare(domain, parsed, precondition);
    const algorithms = sections.flatMap(({ section, change }) => section.listAlgorithms?.(change) ?? []);
    const generated = await this.publisher.generateMissing(domain.id, algorithms);
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const result = await this.changes.changeAlone(domain, async () => {
        const current = await this.read(domain);
        // control: of two documents with the same If-Match, one is applied
        await precondition(current);
        const plan = await this.createPlan(domain, current, parsed);
        const obstacle = await findObstacle(plan);
        if (obstacle) return obstacle;
        if (plan.changes.length > 0) await this.publisher.publishMissing(domain.id, generated);
        return { changes: plan.changes, secrets: await applyAll(plan) };
      });
      if (typeof result !== 'function') return result;
      await result();
    }
    throw new Error('the former users of an identity provider were not removed');
  }

  /** The plan for what is stored now, whose network checks have succeeded. */
  private async prepare(domain: Domain, parsed: ParsedConfiguration, precondition: Precondition<Configuration>): Promise<Plan> {
    const plan = await this.database.readSnapshot(async () => {
      const current = await this.read(domain);
      await precondition(current);
      return this.createPlan(domain, current, parsed);
    });
    const collector = new ViolationCollector();
    for (const { section, change } of plan.sections) collector.add(`/${section.name}`, (await section.checkNetwork?.(change)) ?? []);
    if (collector.violations.length > 0) throw createInvalidBodyProblem(collector.violations);
    return plan;
  }

  /** @throws Problem invalid-request with all errors */
  private async createPlan(
    domain: Domain,
    current: Configuration,
    { sections: parsed, sent, violations }: ParsedConfiguration,
  ): Promise<Plan> {
    const present = new Set(Object.keys(parsed));
    const configuration = dropLostReferences({ ...current, ...parsed }, present);
    const [sections, collector] = [[] as Plan['sections'], new ViolationCollector()];
    collector.add('', violations);
    const [before, after] = [new Map(Object.entries(current)), new Map(Object.entries(configuration))];
    for (const { name, section } of this.listPresent(parsed)) {
      const change = { domain, before: current[name], after: configuration[name] };
      const compared = { ...change, ...(await section.compareSecrets?.(change)) };
      sections.push({ section, change: compared });
      before.set(name, compared.before);
      after.set(name, compared.after);
      collector.add(`/${name}`, (await section.findViolations?.(compared)) ?? []);
    }
    this.addReferenceViolations(collector, sent, listTargets({ ...current, ...sent }));
    if (collector.violations.length > 0) throw createInvalidBodyProblem(collector.violations);
    return { sections, changes: listChanges(Object.fromEntries(before), Object.fromEntries(after)) };
  }

  private addReferenceViolations(collector: ViolationCollector, sent: Configuration, targets: Targets): void {
    for (const { name, section } of this.listPresent(sent)) {
      collector.add(`/${name}`, section.findReferenceViolations?.(sent[name] as object, targets) ?? []);
    }
  }

  private async read(domain: Domain, isWhole = false): Promise<Configuration> {
    const members: [string, unknown][] = [['version', VERSION]];
    for (const section of this.sections) {
      members.push([section.name, await (isWhole && section.readAll ? section.readAll(domain) : section.read(domain))]);
    }
    return Object.fromEntries(members);
  }

  /** The permissions that a caller needs for these sections beside that of the operation. @param document null for all */
  listPermissions(document: Configuration | null, action: 'read' | 'write'): Permission[] {
    const sections = document ? this.listPresent(document).map(({ section }) => section) : this.sections;
    return [...new Set(sections.map(({ permission }): Permission => `${permission}:${action}`))];
  }

  private listPresent(document: Configuration): { name: string; section: Section }[] {
    return this.sections.filter(({ name }) => document[name] !== undefined).map((section) => ({ name: section.name, section }));
  }
}

/** PostgreSQL stores -0 as 0, and the two would differ after each change. */
function toStoredNumbers(value: unknown): unknown {
  return hasNegativeZero(value) ? (JSON.parse(JSON.stringify(value)) as unknown) : value;
}

function hasNegativeZero(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return Object.is(value, -0);
  return (Array.isArray(value) ? value : Object.values(value)).some(hasNegativeZero);
}

async function findObstacle({ sections }: Plan): Promise<(() => Promise<void>) | null> {
  for (const { section, change } of sections) {
    const obstacle = (await section.findObstacle?.(change)) ?? null;
    if (obstacle) return obstacle;
  }
  return null;
}

/** Changes the sections in their order of application. @returns the new secrets */
async function applyAll({ sections, changes }: Plan): Promise<Record<string, string>> {
  const secrets: [string, string][] = [];
  const changed = new Set(changes.map(({ path }) => path.split('/')[1]));
  const ordered = sections.filter(({ section }) => changed.has(section.name)).toSorted((a, b) => getOrder(a.section) - getOrder(b.section));
  for (const { section, change } of ordered) secrets.push(...(await section.apply(change)));
  return Object.fromEntries(secrets);
}

/** Resources come before roles and the registration of clients, and roles before clients, which refer to them. Webhooks get no events of the document that creates them. */
const ORDER = [
  'signing',
  'resources',
  'roles',
  'clients',
  'clientRegistration',
  'scopes',
  'providers',
  'branding',
  'mailSender',
  'logRetention',
  'webhooks',
];

function getOrder({ name }: Section): number {
  return ORDER.indexOf(name);
}
