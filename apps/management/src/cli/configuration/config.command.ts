import { writeFile } from 'node:fs/promises';
import type { components } from '@latchkey/api-client';
import { OperatorError } from '@latchkey/server';
import { Command, CommanderError } from 'commander';
import { receive, withApi, type Api } from '../api.js';
import { ApiProblemError } from '../api-problem.error.js';
import { withJson, type ApiRunner, type CommandOutput } from '../run.js';
import { readConfigurationFile, type ConfigurationFile } from './configuration-file.js';
import { findLines } from './find-lines.js';
import { countChanges, formatChanges } from './format-changes.js';

const PATH = '/v1/domain/{domain}/configuration';
/** Of `config plan`, when an apply would change something. */
const CHANGES_EXIT_CODE = 2;

type Changes = components['schemas']['AppliedConfigurationResponse'];
/** Without the secrets with --no-secrets. */
type Shown = Omit<Changes, 'secrets'> & Partial<Changes>;

interface ChangesOptions {
  file: string;
  json?: boolean;
  /** False with --no-secrets. */
  secrets?: boolean;
}

/** The configuration of a domain as one document. These commands use the API alone, so that they run without the database. */
export function configCommands(run: ApiRunner, output: CommandOutput): Command {
  const group = new Command('config').description('The whole configuration of a domain as a file, over HTTP');
  withApi(withJson(group.command('export <domain>').option('--file <file>', 'where to write it; default: standard output')))
    .description('show the configuration, in YAML, or in JSON with --json')
    .action((domain: string, { file, json = false }: { file?: string; json?: boolean }, command: Command) =>
      run(command, async (api) => write(await readConfiguration(api, domain, json), file, output)),
    );
  const plan = group.command('plan <domain>').description('show what apply would change; ends with 2 if there is anything');
  addChanges(plan, { run, output, isDryRun: true });
  const applying = group
    .command('apply <domain>')
    .description('change the configuration to that of a file, in one transaction')
    .option('--no-secrets', 'do not show new secrets, for logs');
  addChanges(applying, { run, output, isDryRun: false });
  return group;
}

interface ChangesCommand {
  run: ApiRunner;
  output: CommandOutput;
  isDryRun: boolean;
}

function addChanges(command: Command, { run, output, isDryRun }: ChangesCommand): void {
  withApi(withJson(command.requiredOption('--file <file>', 'the configuration, in YAML or JSON; - for standard input'))).action(
    (domain: string, { file, json = false, secrets: showsSecrets = true }: ChangesOptions) =>
      run(command, async (api) => {
        const configuration = await readConfigurationFile(file, output.stdin ?? process.stdin);
        const { secrets, ...rest } = await (isDryRun ? put(api, domain, { configuration }) : apply(api, domain, configuration));
        const result: Shown = showsSecrets ? { ...rest, secrets } : rest;
        output.stdout.write(json ? `${JSON.stringify(result)}\n` : describe(result, { output, isDryRun }));
        if (isDryRun && result.changes.length > 0) throw new CommanderError(CHANGES_EXIT_CODE, 'latchkey.config', 'there are changes');
      }),
  );
}

/** @returns the text of the document */
async function readConfiguration(api: Api, domain: string, json: boolean): Promise<string> {
  const headers = { Accept: json ? 'application/json' : 'application/yaml' };
  const { data } = await receive<string>(api, api.client.GET(PATH, { params: { path: { domain } }, headers, parseAs: 'text' }));
  return data.endsWith('\n') ? data : `${data}\n`;
}

async function write(text: string, file: string | undefined, { stdout }: CommandOutput): Promise<void> {
  if (file === undefined || file === '-') {
    stdout.write(text);
    return;
  }
  await writeFile(file, text).catch((error: unknown) => {
    throw new OperatorError(`${file}: cannot be written: ${(error as Error).message}`);
  });
}

/** Applies a configuration, unless the domain changes in the meantime. */
async function apply(api: Api, domain: string, configuration: ConfigurationFile): Promise<Changes> {
  const { response } = await receive(api, api.client.GET(PATH, { params: { path: { domain } }, parseAs: 'text' }));
  return put(api, domain, { configuration, etag: response.headers.get('ETag')! });
}

/** @param etag of the configuration that is replaced; without it nothing is changed */
async function put(
  api: Api,
  domain: string,
  { configuration, etag }: { configuration: ConfigurationFile; etag?: string },
): Promise<Changes> {
  const { source, name, json } = configuration;
  const params = { path: { domain }, ...(etag === undefined ? { query: { dryRun: 'true' as const } } : { header: { 'If-Match': etag } }) };
  // The text of the file, whose schema is left to the API.
  const call = api.client.PUT(PATH, { params, body: json as never, bodySerializer: (body: unknown) => body });
  try {
    return (await receive<Changes>(api, call)).data;
  } catch (error) {
    if (!(error instanceof ApiProblemError)) throw error;
    const lines = findLines(source, error.document.errors?.map(({ pointer }) => pointer) ?? []);
    throw new ApiProblemError(error.document, (pointer) => `${name}:${lines.get(pointer)!}: `);
  }
}

function describe({ changes, secrets }: Shown, { output, isDryRun }: { output: CommandOutput; isDryRun: boolean }): string {
  if (changes.length === 0) return 'Nothing to change.\n';
  const done = isDryRun ? 'Nothing was changed yet: config apply does it.' : 'Applied.';
  const shown = Object.entries(secrets ?? {}).map(([clientId, secret]) => `  ${clientId}: ${secret}\n`);
  const notice = shown.length === 0 ? '' : `\nNew secrets, which are shown only this once:\n${shown.join('')}`;
  return `${formatChanges(changes, output.stdout)}\n${countChanges(changes)}. ${done}\n${notice}`;
}
