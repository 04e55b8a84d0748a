/** Clients that are described by the document at their `client_id`: OAuth Client ID Metadata Document. */
export interface MetadataDocumentSettings {
  enabled: boolean;
  /** The exact host names that such a `client_id` may have; null for any. */
  hosts: string[] | null;
  /** The ids of the resources that these clients may ask for. */
  resources: string[];
}

/** Clients that register themselves: RFC 7591. */
export interface DynamicRegistrationSettings {
  enabled: boolean;
  /** Whether they need a token from an operator: RFC 7591 section 3. */
  requireInitialAccessToken?: boolean;
  /** The ids of the resources that these clients may ask for. */
  resources: string[];
}

/** How clients come to a domain without an operator. */
export interface ClientRegistrationSettings {
  metadataDocuments: MetadataDocumentSettings;
  dynamicRegistration: DynamicRegistrationSettings;
}

export const DEFAULT_CLIENT_REGISTRATION: ClientRegistrationSettings = {
  metadataDocuments: { enabled: false, hosts: null, resources: [] },
  dynamicRegistration: { enabled: false, resources: [] },
};

/** The settings in a stored row. The previous release does not write all properties. @param stored null without a row */
export function readClientRegistration(stored: ClientRegistrationSettings | null): ClientRegistrationSettings {
  const { metadataDocuments, dynamicRegistration } = stored ?? DEFAULT_CLIENT_REGISTRATION;
  return { metadataDocuments, dynamicRegistration: { ...DEFAULT_CLIENT_REGISTRATION.dynamicRegistration, ...dynamicRegistration } };
}
