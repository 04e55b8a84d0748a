import { resolve } from 'node:path';
import { writeFile } from 'node:fs/promises';
import type { INestApplicationContext } from '@nestjs/common';
import { CLIENT_KEY_ALGORITHMS, generateClientKey, type ClientKeyAlgorithm } from '@latchkey/crypto';
import { ClientRepository } from '@latchkey/persistence';
import { OperatorError } from '@latchkey/server';
import { Command, Option } from 'commander';
import { receive, withApi, type Api } from './api.js';
import { findDomains } from './find-domains.js';
import { withJson, type AnyTransportRunner, type LocalCommandRunner } from './run.js';

/** Only the owner may read a private key. */
const PRIVATE_FILE_MODE = 0o600;

export function clientCommands(run: AnyTransportRunner, runLocally: LocalCommandRunner): Command {
  const group = new Command('client').description('The clients of domains');
  withApi(withJson(group.command('list <domain>').description('show the clients of a domain, oldest first'))).action(
    (name: string, _options: object, command: Command) =>
      run(command, { api: (api) => listOverHttp(api, name), database: (context) => list(context, name) }),
  );
  addKeygen(group, runLocally);
  return group;
}

async function list(context: INestApplicationContext, name: string): Promise<object[]> {
  const domains = await findDomains(context, name);
  const clients = await Promise.all(domains.map(({ id }) => context.get(ClientRepository).list(id)));
  return domains.flatMap(({ subscriptionId }, n) =>
    clients[n]!.map(({ clientId, clientType, grantType, scope, createdAt }) => {
      return { subscriptionId, clientId, clientType, grantType, scope, createdAt: createdAt.toISOString() };
    }),
  );
}

async function listOverHttp(api: Api, domain: string): Promise<object[]> {
  const { data } = await receive(api, api.client.GET('/v1/domain/{domain}/client', { params: { path: { domain } } }));
  return data.map(({ clientId, clientType, grantType, scope, createdAt }) => ({ clientId, clientType, grantType, scope, createdAt }));
}

function addKeygen(group: Command, run: LocalCommandRunner): void {
  const algorithm = new Option('--alg <algorithm>', 'what the key signs with').choices(CLIENT_KEY_ALGORITHMS).default('ES256');
  withJson(group.command('keygen').addOption(algorithm).option('--out <file>', 'where the private key is kept', 'client-key.pem'))
    .description('make a key pair for PrivateKeyJwt; needs no database, and never replaces a file')
    .action((options: { alg: ClientKeyAlgorithm; out: string }, command: Command) =>
      run(command, () => makeKey(options.alg, resolve(options.out))),
    );
}

async function makeKey(algorithm: ClientKeyAlgorithm, file: string): Promise<object> {
  const { publicJwk, privateKey } = await generateClientKey(algorithm);
  await writePrivateKey(file, privateKey);
  return { privateKeyFile: file, jwks: { keys: [publicJwk] } };
}

/** @throws OperatorError if the file exists or cannot be written */
async function writePrivateKey(file: string, privateKey: string): Promise<void> {
  try {
    await writeFile(file, privateKey, { flag: 'wx', mode: PRIVATE_FILE_MODE });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new OperatorError(code === 'EEXIST' ? `${file} already exists and was not changed: name another file with --out` : message);
  }
}
