/** Names of well-known authenticators by AAGUID: WebAuthn Level 3 section 6.5.2. */
const AUTHENTICATOR_NAMES: Readonly<Record<string, string>> = {
  '08987058-cadc-4b81-b6e1-30de50dcbe96': 'Windows Hello',
  '0ea242b4-43c4-4a1b-8b17-dd6d0b6baec6': 'Keeper',
  '50726f74-6f6e-5061-7373-50726f746f6e': 'Proton Pass',
  '531126d6-e717-415c-9320-3d9aa6981239': 'Dashlane',
  '53414d53-554e-4700-0000-000000000000': 'Samsung Pass',
  '6028b017-b1d4-4c02-b4b3-afcdafc96bb2': 'Windows Hello',
  '771b48fd-d3d4-4f74-9232-fc157ab0507a': 'Edge on Mac',
  '9ddd1817-af5a-4672-a2b9-3e3dd95000a9': 'Windows Hello',
  'adce0002-35bc-c60a-648b-0b25f1f05503': 'Chrome on Mac',
  'b5397666-4885-aa6b-cebf-e52262a439a2': 'Chromium',
  'bada5566-a7aa-401f-bd96-45619a55120d': '1Password',
  'd548826e-79b4-db40-a3d8-11116f7e8349': 'Bitwarden',
  'dd4ec289-e01d-41c9-bb89-70fa845d4bf2': 'iCloud Keychain',
  'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4': 'Google Password Manager',
  'fbfc3007-154e-4ecc-8c0b-6e020557d7bd': 'iCloud Keychain',
  'fdb141b2-5d84-443e-8a35-4698c205a502': 'KeePassXC',
};
const SECURITY_KEY_TRANSPORTS = new Set(['usb', 'nfc', 'ble', 'smart-card']);
const MAX_NAME_LENGTH = 64;

/** Properties of a new passkey from which its default name is derived. */
export interface RegisteredPasskey {
  aaguid: string;
  transports: readonly string[];
  /** The device that created the passkey, such as "Firefox, Windows"; empty if unknown. */
  device: string;
}

/** Creates the default name of a new passkey. @param taken names of the user's other passkeys */
export function createDefaultName(registered: RegisteredPasskey, taken: readonly string[]): string {
  const name = AUTHENTICATOR_NAMES[registered.aaguid] ?? describeAuthenticator(registered);
  const numbered = Array.from({ length: taken.length + 1 }, (_none, index) => (index === 0 ? name : `${name} ${index + 1}`));
  return numbered.find((candidate) => !taken.includes(candidate))!;
}

/** Only a device-bound passkey is named after the device; a synced or roaming one may be used on others. */
function describeAuthenticator({ transports, device }: RegisteredPasskey): string {
  const areAll = (test: (transport: string) => boolean) => transports.length > 0 && transports.every(test);
  if (areAll((transport) => SECURITY_KEY_TRANSPORTS.has(transport))) return 'Security key';
  return areAll((transport) => transport === 'internal') && device !== '' ? `Passkey (${device})` : 'Passkey';
}

/** Normalizes a name to one line of at most 64 characters. @returns null if the result is empty */
export function normalizeName(name: string): string | null {
  const line = name
    .normalize('NFC')
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim();
  return Array.from(line).slice(0, MAX_NAME_LENGTH).join('').trim() || null;
}
