import type { AuthenticationMethod } from '@latchkey/oauth';

/** A method with the id under which its uses are recorded. */
export type StoredAuthenticationMethod = { id: string } & AuthenticationMethod;

/** An SQL expression: the row `method` as a StoredAuthenticationMethod. */
export const METHOD_AS_JSON = `
  jsonb_strip_nulls(jsonb_build_object('id', method.id, 'type', method.type, 'jwks', method.jwks, 'jwksUri', method.jwks_uri,
    'issuer', method.issuer, 'subject', method.subject,
    coalesce(method.certificate_name, 'certificate'), method.certificate_value))`;
