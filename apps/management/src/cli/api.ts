import { createApiClient, type ApiClient } from '@latchkey/api-client';
import { readApiSettings, type Environment } from '@latchkey/config';
import { OperatorError } from '@latchkey/server';
import type { Command } from 'commander';
import { ApiProblemError, type ProblemDocument } from './api-problem.error.js';

/** The management API of an installation, for commands that need no database. */
export interface Api {
  url: string;
  client: ApiClient;
}

/** Adds the options --url and --api-key, with which a command uses the management API over HTTP. */
export function withApi(command: Command): Command {
  return command
    .option('--url <url>', 'base URL of the management API; default: LATCHKEY_URL')
    .option('--api-key <key>', 'API key of a subscription; default: LATCHKEY_API_KEY');
}

/**
 * The management API that a command's options or settings name.
 *
 * @returns null without --url and LATCHKEY_URL
 * @throws SettingsError if an option or setting is invalid, or the key is missing
 */
export function findApi(command: Command, environment: Environment | undefined): Api | null {
  const { LATCHKEY_URL: url, LATCHKEY_API_KEY: apiKey } = readApiSettings(environment, command.opts<{ url?: string; apiKey?: string }>());
  return url === undefined ? null : { url, client: createApiClient({ url, apiKey: apiKey! }) };
}

/**
 * Waits for a response of the management API.
 *
 * @throws ApiProblemError if the API answers with a problem
 * @throws OperatorError if it does not answer, or if something else answers
 */
export async function receive<T>({ url }: Api, call: Promise<{ data?: T; error?: unknown; response: Response }>) {
  const { data, error, response } = await call.catch((failure: unknown) => {
    throw new OperatorError(`${url}: ${explainNoAnswer(failure)}`);
  });
  if (response.ok) return { data: data as T, response };
  if (isProblem(error)) throw new ApiProblemError(error);
  throw new OperatorError(`${url}: answered ${response.status} without a problem document: is this the URL of the management API?`);
}

function isProblem(error: unknown): error is ProblemDocument {
  return typeof error === 'object' && error !== null && 'title' in error && 'detail' in error;
}

/** Why there is no response: fetch keeps the reason in the cause, which has only a code if several addresses refuse. */
function explainNoAnswer(failure: unknown): string {
  if (failure instanceof SyntaxError) return 'answered without JSON: is this the URL of the management API?';
  const { message, code } = ((failure as Error).cause ?? failure) as NodeJS.ErrnoException;
  return message || code || 'does not answer';
}
