import { readFileSync } from 'node:fs';
import type { z } from 'zod';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The errors of the settings, one per line with the variable's name. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';

  constructor(readonly errors: readonly string[]) {
    super(errors.join('\n'));
  }
}

/** Dependencies between variables: the name of each missing one, and why it is required. */
export type Demands = (values: Readonly<Record<string, string>>) => Readonly<Record<string, string>>;

/** Conflicts between variables: the name of each invalid one, and what it must be. */
export type Refusals = Demands;

const nothing: Demands = () => ({});

/**
 * Reads a process's settings from its environment.
 *
 * An empty variable counts as unset. `NAME_FILE` names a file that contains the value of `NAME` (mounted secrets); its last line break is
 * dropped.
 *
 * @throws SettingsError with all errors
 */
export function readSettings<T extends z.ZodObject>(
  schema: T,
  environment: Environment,
  rules: { demands?: Demands; refusals?: Refusals } = {},
): z.output<T> {
  const { demands = nothing, refusals = nothing } = rules;
  const unreadable = new Map<string, string>();
  const values: Record<string, string> = {};
  for (const name of Object.keys(schema.shape)) {
    const value = valueOf(name, environment, unreadable);
    if (value !== undefined) values[name] = value;
  }
  const result = schema.safeParse(values);
  const demanded = Object.entries(demands(values)).filter(([name]) => values[name] === undefined && !unreadable.has(name));
  const issues = result.error?.issues ?? [];
  const invalidNames = new Set(issues.map(({ path: [name] }) => String(name)));
  const refused = Object.entries(refusals(values)).filter(([name]) => !invalidNames.has(name));
  if (result.success && unreadable.size === 0 && demanded.length === 0 && refused.length === 0) return result.data;
  // An unreadable variable counts as missing for the schema, which would mislead the operator.
  const unfit = issues
    .filter(({ path: [name] }) => !unreadable.has(String(name)))
    .map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new SettingsError([
    ...unreadable.values(),
    ...unfit,
    ...refused.map(([name, why]) => `${name}: ${why}`),
    ...demanded.map(([name, why]) => `${name}: is required: ${why}`),
  ]);
}

function valueOf(name: string, environment: Environment, unreadable: Map<string, string>): string | undefined {
  const value = environment[name] || undefined;
  const file = environment[`${name}_FILE`] || undefined;
  if (file === undefined) return value;
  if (value !== undefined) {
    unreadable.set(name, `${name}: is set twice, by ${name} and by ${name}_FILE; keep one of them`);
    return undefined;
  }
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    unreadable.set(name, `${name}_FILE: cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`);
    return undefined;
  }
}
