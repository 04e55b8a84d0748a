/** What operations can concern. */
export const PERMISSION_RESOURCES = [
  'domain',
  'client',
  'scope',
  'resource',
  'role',
  'user',
  'provider',
  'branding',
  'log',
  'webhook',
  'usage',
  'operator',
  'subscription',
] as const;

/** What one operation requires. */
export type Permission = `${(typeof PERMISSION_RESOURCES)[number]}:${'read' | 'write'}`;

/** Everything, respectively every read. */
export const [ALL, ALL_READS] = ['*', '*:read'] as const;

/** What keys and operators can have: a permission, `*` or `*:read`. */
export type GrantedPermission = Permission | typeof ALL | typeof ALL_READS;

export const GRANTED_PERMISSIONS: readonly GrantedPermission[] = [
  ALL,
  ALL_READS,
  ...PERMISSION_RESOURCES.flatMap((resource) => [`${resource}:read`, `${resource}:write`] as const),
];

/** Whether the granted permissions include one; write includes read. */
export function includesPermission(granted: readonly string[], wanted: string): boolean {
  if (granted.includes(ALL) || granted.includes(wanted)) return true;
  if (!wanted.endsWith(':read')) return false;
  return granted.includes(ALL_READS) || granted.includes(wanted.replace(/read$/, 'write'));
}
