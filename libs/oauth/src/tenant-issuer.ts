import { isUuid } from './uuid.js';

/** Issuers of Microsoft that serve the accounts of many tenants, each with an issuer of its own. */
const MANY_TENANTS = /^(https?:\/\/[^/]+\/)(?:common|organizations)(\/v2\.0)$/;

/** Whether the ID tokens of an issuer name the issuers of its tenants. */
export function servesManyTenants(issuer: string): boolean {
  return MANY_TENANTS.test(issuer);
}

/** The `issuer` that the discovery document of an issuer must have: itself, or a template of the issuers of its tenants. */
export function getDeclaredIssuer(issuer: string): string {
  return issuer.replace(MANY_TENANTS, '$1{tenantid}$2');
}

/** The `iss` that an ID token with this `tid` must have. @returns null if the issuer serves many tenants, and this is the id of none */
export function getTokenIssuer(issuer: string, tid: unknown): string | null {
  if (!servesManyTenants(issuer)) return issuer;
  // control: an ID token of a tenant has the issuer of that tenant
  return isUuid(tid) ? issuer.replace(MANY_TENANTS, `$1${tid}$2`) : null;
}
