/** What the URL of the settings names: the deletion that was begun, whose receipt is shown. */
export interface SettingsSearch {
  deletion?: string;
}

/** Reads the URL's search. What it does not know is left out. */
export const parseSettingsSearch = ({ deletion }: Record<string, unknown>): SettingsSearch =>
  typeof deletion === 'string' && /^[0-9a-f-]{36}$/.test(deletion) ? { deletion } : {};
