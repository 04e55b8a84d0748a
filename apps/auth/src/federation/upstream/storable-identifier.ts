/** OpenID Connect Core section 2. */
const MAX_LENGTH = 255;

/** Whether PostgreSQL can store an identifier of an identity provider unchanged, so that distinct ones stay distinct. */
export function isStorableIdentifier(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= MAX_LENGTH && value.isWellFormed() && !value.includes('\0');
}
