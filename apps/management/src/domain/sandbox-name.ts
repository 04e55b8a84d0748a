/** Labels under which people expect a service of the zone's owner, or that programs look up automatically. */
const RESERVED_LABELS = new Set(
  `abuse account accounts admin administrator api app apps assets auth autoconfig autodiscover billing blog cdn console dashboard dns doc docs email
  ftp gateway health help hostmaster identity imap info internal isatap latchkey localhost login logout mail metrics mtls mx ns1 ns2 oauth oauth2
  oidc openid pay payment payments pop pop3 portal postmaster proxy register root saml sandbox scim security sftp sign-in sign-up signin signup smtp
  ssh sso static status support system token vpn web webmail webmaster wpad www www1 www2`.split(/\s+/),
);
const LABEL = /^[a-z0-9]([a-z0-9-]{1,61}[a-z0-9])$/;

/** Whether a name is the sandbox zone or below it. @param name in ASCII form */
export function isInSandboxZone(name: string, zone: string): boolean {
  return name === zone || name.endsWith(`.${zone}`);
}

/** @returns why a name in the sandbox zone cannot be chosen, or null. @param name in ASCII form */
export function findSandboxNameViolation(name: string, zone: string): string | null {
  const label = name.slice(0, -zone.length - 1);
  // An A-label could look like the name of another domain of the zone: UTS 39 section 4.
  if (
    // control: a chosen name in the sandbox zone is one label directly under it
    !LABEL.test(label) ||
    label.slice(2, 4) === '--'
  )
    return `must be one label of 3 to 63 letters, digits and hyphens directly under ${zone}, such as orders.${zone}`;
  return RESERVED_LABELS.has(label) ? `must not be ${name}: the label ${label} is reserved` : null;
}
