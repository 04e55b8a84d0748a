/** A client that may be an agent. */
interface Agent {
  isAgent: boolean;
}

/** What an access token tells of its client: draft-mora-oauth-entity-profiles. Nothing of a client that is no agent. */
export function listAgentClaims({ isAgent }: Agent): { client_profile?: string } {
  return isAgent ? { client_profile: 'ai_agent' } : {};
}

/** The `act` (RFC 8693 section 4.1) of a user's token that an agent got without exchange: the agent acts for the user. */
export function findAgentActor({ isAgent, client: { clientId } }: Agent & { client: { clientId: string } }): { sub: string } | undefined {
  return isAgent ? { sub: clientId } : undefined;
}
