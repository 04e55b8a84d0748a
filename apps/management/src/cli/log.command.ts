import { readFile } from 'node:fs/promises';
import type { INestApplicationContext } from '@nestjs/common';
import type { PublicJwk } from '@latchkey/crypto';
import type { Domain } from '@latchkey/persistence';
import { OperatorError } from '@latchkey/server';
import { Command, CommanderError } from 'commander';
import { AuditLogHeadAcceptanceService } from '../audit-log/chain/audit-log-head-acceptance.service.js';
import { AuditLogStatementService, type KeptCheckpoints } from '../audit-log/chain/audit-log-statement.service.js';
import { AuditLogVerificationService } from '../audit-log/chain/audit-log-verification.service.js';
import type { VerificationResult } from '../audit-log/chain/verification-result.js';
import { verifyExport, removeByteOrderMark } from '../audit-log/chain/verify-export.js';
import { receive, withApi, type Api } from './api.js';
import { findDomains } from './find-domains.js';
import { runLocally, withJson, type ApiRunner, type CommandOutput, type CommandRunner } from './run.js';

interface VerifyOptions {
  file?: string;
  after: string;
  checkpoints?: string;
  removals?: string;
  keys?: string;
}

/** The required format of an option's file. */
interface FileFormat<T> {
  expected: string;
  isExpected(json: unknown): json is T;
}

const KEYS: FileFormat<{ keys: PublicJwk[] }> = {
  expected: 'the JSON of /v1/receipt-keys for --keys: an object with the list keys',
  isExpected: (json): json is { keys: PublicJwk[] } => isObject(json) && Array.isArray(json['keys']) && json['keys'].every(isObject),
};
const CHECKPOINTS: FileFormat<string[]> = {
  expected: 'the JSON of log checkpoints for --checkpoints: a list of strings',
  isExpected: isTextList,
};
const REMOVALS: FileFormat<string[]> = { expected: 'the JSON of log removals for --removals: a list of strings', isExpected: isTextList };

function isObject(json: unknown): json is Readonly<Record<string, unknown>> {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

function isTextList(json: unknown): json is string[] {
  return Array.isArray(json) && json.every((each) => typeof each === 'string');
}

export function logCommands(run: CommandRunner, overHttp: ApiRunner, output: CommandOutput): Command {
  const group = new Command('log').description('The logs of domains');
  addList(group, overHttp);
  addVerify(group, run, output);
  withJson(group.command('checkpoints <domain>').description('show the signed checkpoints of a log, to keep them elsewhere')).action(
    (name: string, _options: object, command: Command) =>
      run(command, async (context) => context.get(AuditLogStatementService).listCheckpoints(await findServedDomain(context, name))),
  );
  withJson(group.command('removals <domain>').description('show the signed records of entries that retention removed')).action(
    (name: string, _options: object, command: Command) =>
      run(command, async (context) => context.get(AuditLogStatementService).listRemovals(await findServedDomain(context, name))),
  );
  withJson(
    group.command('accept-head <domain>').description('let a log go on after its end was changed in the database, and log that'),
  ).action((name: string, _options: object, command: Command) =>
    run(command, async (context) => context.get(AuditLogHeadAcceptanceService).accept(await findServedDomain(context, name))),
  );
  return group;
}

function addList(group: Command, run: ApiRunner): void {
  const list = group.command('list <domain>').description('show the newest entries of a log, over HTTP');
  withApi(withJson(list.option('--limit <number>', 'how many entries, at most 1000', '50'))).action(
    (name: string, { limit }: { limit: string }, command: Command) => run(command, (api) => listEntries(api, name, limit)),
  );
}

async function listEntries(api: Api, domain: string, limit: string): Promise<object[]> {
  // The API says which limits it accepts.
  const params = { path: { domain }, query: { limit: limit as unknown as number } };
  const { data } = await receive(api, api.client.GET('/v1/domain/{domain}/log', { params }));
  return data.map(({ sequence, time, type, actor, user, client }) => ({
    sequence,
    time,
    type,
    actor: actor.name ?? actor.type,
    user,
    client,
  }));
}

function addVerify(group: Command, run: CommandRunner, output: CommandOutput): void {
  withJson(group.command('verify [domain]').description('find changed, removed, inserted or moved entries; ends with 1 if there are any'))
    .option('--file <file>', 'an export with one entry a line; needs no database')
    .option('--after <sequence>', 'the sequence number after which the export begins', '0')
    .option('--checkpoints <file>', 'the JSON of log checkpoints that was kept, to compare the log or the export with')
    .option('--removals <file>', 'the JSON of log removals, which explains entries that are not in the export')
    .option('--keys <file>', 'the JSON of /v1/receipt-keys, which verifies checkpoints and removals')
    .action(async (name: string | undefined, options: VerifyOptions, command: Command) => {
      let result: VerificationResult | undefined;
      if (options.file !== undefined) await runLocally(output)(command, async () => (result = await verifyFile(options.file!, options)));
      else if (name !== undefined) await run(command, async (context) => (result = await verifyDomain(context, name, options)));
      else throw new OperatorError('name a domain, or an export with --file');
      if (!result?.valid) throw new CommanderError(1, 'latchkey.log', 'the log was altered');
    });
}

async function verifyDomain(context: INestApplicationContext, name: string, options: VerifyOptions): Promise<VerificationResult> {
  const { checkpoints, keys, removals, after } = options;
  if (removals !== undefined || after !== '0') throw new OperatorError('--removals and --after require --file');
  if (keys !== undefined && checkpoints === undefined) throw new OperatorError('--keys requires --checkpoints');
  const kept: KeptCheckpoints | undefined =
    checkpoints === undefined ? undefined : { checkpoints: await readJson(checkpoints, CHECKPOINTS), keys: await readKeys(keys) };
  return context.get(AuditLogVerificationService).verify(await findServedDomain(context, name), kept);
}

async function readKeys(file: string | undefined): Promise<PublicJwk[]> {
  return file === undefined ? [] : (await readJson(file, KEYS)).keys;
}

async function verifyFile(file: string, { after, checkpoints, removals, keys }: VerifyOptions): Promise<VerificationResult> {
  if (!/^\d{1,15}$/.test(after)) throw new OperatorError('--after must be a sequence number');
  if ((checkpoints ?? removals) !== undefined && keys === undefined) throw new OperatorError('--checkpoints and --removals require --keys');
  if (keys !== undefined && (checkpoints ?? removals) === undefined) throw new OperatorError('--keys requires --checkpoints or --removals');
  const [signed, removed] = await Promise.all([
    checkpoints === undefined ? [] : readJson(checkpoints, CHECKPOINTS),
    removals === undefined ? [] : readJson(removals, REMOVALS),
  ]);
  return verifyExport({ file, after: Number(after), checkpoints: signed, removals: removed, keys: await readKeys(keys) });
}

async function readJson<T>(file: string, { expected, isExpected }: FileFormat<T>): Promise<T> {
  let json: unknown;
  try {
    json = JSON.parse(removeByteOrderMark(await readFile(file, 'utf8')));
  } catch (error) {
    throw new OperatorError(`${file}: ${(error as Error).message}`);
  }
  if (!isExpected(json)) throw new OperatorError(`${file}: must be ${expected}`);
  return json;
}

/** Several subscriptions can register the same name. Selects the verified domain, or the only one. */
async function findServedDomain(context: INestApplicationContext, name: string): Promise<Domain> {
  const domains = await findDomains(context, name);
  const domain = domains.find(({ verifiedAt }) => verifiedAt !== null) ?? (domains.length === 1 ? domains[0] : undefined);
  if (!domain) throw new OperatorError(`several subscriptions have registered ${name}, but none has proven that it owns the name`);
  return domain;
}
