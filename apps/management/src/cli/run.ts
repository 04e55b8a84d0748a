import { Console } from 'node:console';
import type { Writable } from 'node:stream';
import type { INestApplicationContext } from '@nestjs/common';
import type { Command } from 'commander';
import { runAsActor, type Actor } from '../audit-event/actor.js';

const OPERATOR: Actor = { type: 'operator', id: null, name: null, requestId: null, address: null };

/** The streams that a command writes to, such as the process's. */
export interface CommandOutput {
  stdout: Writable;
  stderr: Writable;
}

/** Runs a command with the services, and prints its result. */
export type CommandRunner = (command: Command, work: (context: INestApplicationContext) => Promise<object>) => Promise<void>;

/** Runs a command that needs neither services nor a database, and prints its result. */
export type LocalCommandRunner = (command: Command, work: () => Promise<object>) => Promise<void>;

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

/** Adds the option --json, with which a command writes one JSON value to standard output, and nothing else. */
export function withJson(command: Command): Command {
  return command.option('--json', 'print one JSON value');
}

function show(stdout: Writable, result: object, json: boolean): void {
  if (json) stdout.write(`${JSON.stringify(result)}\n`);
  else if (Array.isArray(result) && result.length === 0) stdout.write('Nothing found.\n');
  else if (Array.isArray(result)) new Console(stdout).table(result);
  else
    for (const [name, value] of Object.entries(result))
      stdout.write(`${name}: ${typeof value === 'object' ? JSON.stringify(value) : String(value)}\n`);
}
