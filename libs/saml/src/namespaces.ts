/** Namespaces of SAML 2.0 core and metadata, XML signature and XML encryption. */
export const SAML_PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
export const SAML_ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion';
export const SAML_METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata';
export const XML_SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#';
export const XML_ENCRYPTION = 'http://www.w3.org/2001/04/xmlenc#';
