import type { Readable, Writable } from 'node:stream';
import type { INestApplicationContext } from '@nestjs/common';
import { OperatorError } from '@latchkey/server';
import type { Command } from 'commander';
import { runAsActor, type Actor } from '../audit-event/actor.js';
import type { Api } from './api.js';
import { formatTable } from './table.js';

const OPERATOR: Actor = { type: 'operator', id: null, name: null, requestId: null, address: null };

/** The streams of a command, such as the process's. */
export interface CommandOutput {
  stdin?: Readable;
  stdout: Writable;
  stderr: Writable;
}

/** Runs a command with the services, and prints its result. */
export type CommandRunner = (command: Command, work: (context: INestApplicationContext) => Promise<object>) => Promise<void>;

/** Runs a command that needs neither services nor a database, and prints its result. */
export type LocalCommandRunner = (command: Command, work: () => Promise<object>) => Promise<void>;

/** Runs a command with the management API, and prints its result; nothing if the command has printed it itself. */
export type ApiRunner = (command: Command, work: (api: Api) => Promise<object | void>) => Promise<void>;

/** The work of a command over HTTP, and on the database. */
export interface Transports {
  api(api: Api): Promise<object>;
  database(context: INestApplicationContext): Promise<object>;
}

/** Runs a command over HTTP if a URL is given, else on the database, and prints its result. */
export type AnyTransportRunner = (command: Command, transports: Transports) => Promise<void>;

export function runLocally({ stdout }: CommandOutput): LocalCommandRunner {
  return async (command, work) => show(stdout, await work(), Boolean(command.opts().json));
}

/** @param open connects to the database; the connection is closed when the command has ended */
export function runWith({ stdout }: CommandOutput, open: () => Promise<INestApplicationContext>): CommandRunner {
  return async (command, work) => {
    const context = await open();
    try {
      show(stdout, await runAsActor(OPERATOR, () => work(context)), Boolean(command.opts().json));
    } finally {
      await context.close();
    }
  };
}

/** @param find the management API that a command names, if any */
export function runAnywhere(output: CommandOutput, run: CommandRunner, find: (command: Command) => Api | null): AnyTransportRunner {
  return async (command, { api, database }) => {
    const found = find(command);
    await (found ? runLocally(output)(command, () => api(found)) : run(command, database));
  };
}

/** @param find the management API that a command names, if any */
export function runOverHttp({ stdout }: CommandOutput, find: (command: Command) => Api | null): ApiRunner {
  return async (command, work) => {
    const api = find(command);
    if (!api) throw new OperatorError('the management API is unknown: give its base URL with --url or LATCHKEY_URL');
    const result = await work(api);
    if (result) show(stdout, result, Boolean(command.opts().json));
  };
}

/** Adds the option --json, with which a command writes one JSON value to standard output, and nothing else. */
export function withJson(command: Command): Command {
  return command.option('--json', 'print one JSON value');
}

function show(stdout: Writable, result: object, json: boolean): void {
  if (json) stdout.write(`${JSON.stringify(result)}\n`);
  else if (Array.isArray(result) && result.length === 0) stdout.write('Nothing found.\n');
  else if (Array.isArray(result)) stdout.write(formatTable(result as object[]));
  else
    for (const [name, value] of Object.entries(result))
      stdout.write(`${name}: ${typeof value === 'object' ? JSON.stringify(value) : String(value)}\n`);
}
