import {
  readAuthSettings,
  readManagementSettings,
  readMisspeltSettings,
  SettingsError,
  type Environment,
  type ManagementSettings,
} from '@latchkey/config';
import { failed, ok, type Finding } from './check-result.js';

export interface SettingsFinding {
  finding: Finding;
  /** Null if they are invalid. */
  settings: ManagementSettings | null;
}

/** The settings of both services. @param environment by default that of the process */
export function checkSettings(environment: Environment | undefined): SettingsFinding {
  const hints = readMisspeltSettings(environment).map(({ variable, setting }) => `${variable} is no setting: is ${setting} meant?`);
  const errors = new Set<string>();
  const settings = readOrCollect(() => readManagementSettings(environment), errors);
  readOrCollect(() => readAuthSettings(environment), errors);
  if (errors.size > 0) return { finding: failed([...errors, ...hints].join('; ')), settings: null };
  return { finding: ok([`NODE_ENV=${settings!.NODE_ENV}`, ...hints].join('; ')), settings };
}

function readOrCollect<T>(read: () => T, errors: Set<string>): T | null {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    for (const line of error.errors) errors.add(line);
    return null;
  }
}
