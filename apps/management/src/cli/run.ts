import { Console } from 'node:console';
import type { Writable } from 'node:stream';
import type { INestApplicationContext } from '@nestjs/common';
import type { Command } from 'commander';
import { runAsActor, type Actor } from '../audit-event/actor.js';

const OPERATOR: Actor = { type: 'operator', id: null, name: null, requestId: null, address: null };

/** Where a command writes to, such as the process. */
export interface CommandOutput {
  stdout: Writable;
  stderr: Writable;
}

/** Runs a command with the service's parts, and prints what it returns. */
export type CommandRunner = (command: Command, work: (context: INestApplicationContext) => Promise<object>) => Promise<void>;

/** Runs a command that needs no service and no database, and prints what it returns. */
export type LocalCommandRunner = (command: Command, work: () => Promise<object>) => Promise<void>;

export function runLocally({ stdout }: CommandOutput): LocalCommandRunner {
  return async (command, work) => show(stdout, await work(), Boolean(command.opts().json));
}

/** @param open connects to the database; it is let go of when the command has ended */
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

/** Every command takes it: one JSON value on standard output, and nothing else. */
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
