import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { makeTestFolder } from '../../../test/support/test-folder.mjs';
import { readSettings, SettingsError, type Environment } from './environment.js';

const schema = z.object({
  COLOUR: z.enum(['red', 'blue'], { error: 'must be one of: red, blue' }).default('red'),
  PASSWORD: z.string({ error: 'is required: the password' }),
  SIZE: z.string().regex(/^\d+$/, 'must be a number').optional(),
});

let directory: string;
let files = 0;

beforeAll(() => {
  directory = makeTestFolder('settings');
});

afterAll(() => {
  rmSync(directory, { recursive: true });
});

function fileOf(content: string): string {
  const path = join(directory, `file-${(files += 1)}`);
  writeFileSync(path, content);
  return path;
}

function findErrors(environment: Environment): readonly string[] {
  try {
    readSettings(schema, environment);
  } catch (error) {
    if (error instanceof SettingsError) return error.errors;
    throw error;
  }
  return [];
}

describe('readSettings', () => {
  it('accepts only the variables of the schema', () => {
    const settings = readSettings(schema, { PASSWORD: 'p', SIZE: '7', HOME: '/root', PASSWORD_HINT: 'h' });

    expect(settings).toEqual({ COLOUR: 'red', PASSWORD: 'p', SIZE: '7' });
  });

  it('treats an empty variable as unset', () => {
    const settings = readSettings(schema, { COLOUR: '', PASSWORD: 'p', PASSWORD_FILE: '', SIZE: '', SIZE_FILE: '' });

    expect(settings).toEqual({ COLOUR: 'red', PASSWORD: 'p' });
  });

  it("reports all errors together, one per line, with the variable's name", () => {
    expect(() => readSettings(schema, { COLOUR: 'green', SIZE: 'big' })).toThrow(
      expect.objectContaining({
        name: 'SettingsError',
        errors: ['COLOUR: must be one of: red, blue', 'PASSWORD: is required: the password', 'SIZE: must be a number'],
        message: 'COLOUR: must be one of: red, blue\nPASSWORD: is required: the password\nSIZE: must be a number',
      }),
    );
  });

  it.each([
    ['as it is', 'secret', 'secret'],
    ['without its last line break', 'secret\n', 'secret'],
    ['without its last line break, as Windows writes it', 'secret\r\n', 'secret'],
    ['with every other line break', '\nsecret\n\n', '\nsecret\n'],
    ['with its spaces', ' secret ', ' secret '],
  ])('reads a value from the file that NAME_FILE names: %s', (_how, content, value) => {
    const settings = readSettings(schema, { PASSWORD_FILE: fileOf(content) });

    expect(settings.PASSWORD).toBe(value);
  });

  it('applies the same rules to a value from a file', () => {
    expect(findErrors({ PASSWORD: 'p', SIZE_FILE: fileOf('big') })).toEqual(['SIZE: must be a number']);
  });

  it('treats an empty file as an error, not as an unset variable', () => {
    expect(findErrors({ PASSWORD: 'p', COLOUR_FILE: fileOf('\n') })).toEqual(['COLOUR: must be one of: red, blue']);
  });

  it('rejects a variable that is set twice, without reporting it as missing', () => {
    expect(findErrors({ PASSWORD: 'p', PASSWORD_FILE: fileOf('p') })).toEqual([
      'PASSWORD: is set twice, by PASSWORD and by PASSWORD_FILE; keep one of them',
    ]);
  });

  it.each([
    ['is not there', () => join(directory, 'absent'), 'ENOENT'],
    ['is a directory', () => directory, 'EISDIR'],
  ])('names the variable and the reason if the file %s, and the other errors', (_what, path, code) => {
    expect(findErrors({ COLOUR: 'green', PASSWORD_FILE: path() })).toEqual([
      `PASSWORD_FILE: cannot be read (${code})`,
      'COLOUR: must be one of: red, blue',
    ]);
  });

  it('fails for an unreadable file although its variable is optional', () => {
    expect(findErrors({ PASSWORD: 'p', SIZE_FILE: join(directory, 'absent') })).toEqual(['SIZE_FILE: cannot be read (ENOENT)']);
  });

  it('never includes a value in an error, because it can be a secret', () => {
    const errors = findErrors({ COLOUR: 'hunter2', PASSWORD: 'hunter2', PASSWORD_FILE: fileOf('hunter2'), SIZE: 'hunter2' });

    expect(errors).toHaveLength(3);
    expect(errors.join('\n')).not.toContain('hunter2');
  });
});
