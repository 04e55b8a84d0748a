import { join } from 'node:path';
import { makeTestFolder } from '../test-folder.mjs';
import { ExampleApi, pathOfExample } from './example.js';
import { buildGoProgram } from './go-program.js';

/** Compiles the API in Go. @returns the path of the program, in a folder that the next run removes */
export async function buildGoApi(): Promise<string> {
  const program = join(makeTestFolder('go-api'), 'api');
  await buildGoProgram(pathOfExample('go-api'), program);
  return program;
}

export function startGoApi(program: string, issuer: string): Promise<ExampleApi> {
  return ExampleApi.run(program, [], { ISSUER: issuer });
}
