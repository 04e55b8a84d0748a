/** The grant type of RFC 8693. */
export const TOKEN_EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';
/** The grant type of RFC 7523 section 2.1. */
export const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

/** Types of tokens: RFC 8693 section 3, draft-ietf-oauth-identity-assertion-authz-grant. */
export const ACCESS_TOKEN = 'urn:ietf:params:oauth:token-type:access_token';
export const REFRESH_TOKEN = 'urn:ietf:params:oauth:token-type:refresh_token';
export const ID_TOKEN = 'urn:ietf:params:oauth:token-type:id_token';
export const ID_JAG = 'urn:ietf:params:oauth:token-type:id-jag';
/** The profile of JWT_BEARER grants that are identity assertions. */
export const ID_JAG_PROFILE = 'urn:ietf:params:oauth:grant-profile:id-jag';
