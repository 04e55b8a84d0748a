/** Controls of agents. */

const AGENTS = 'agents.int-spec.ts';

/** @type {import('../mutation.mjs').Mutation[]} */
export const AGENT_CONTROLS = [
  {
    control: 'an agent ends with its owner and at its expiry',
    rule: 'decision 75',
    replacement: "'false'",
    test: { file: AGENTS, title: 'has no valid token any more' },
  },
  {
    control: 'nothing issued to an agent survives the deactivation of its owner',
    rule: 'decision 75',
    test: { file: AGENTS, title: 'works again when its owner is active again, but nothing that was issued to it before' },
  },
  {
    control: 'no agent survives its owner',
    rule: 'decision 75',
    replacement: '[]',
    test: {
      file: AGENTS,
      title: 'is deactivated and has no owner when its owner is deleted, so that a new user with the sub does not own it',
    },
  },
  {
    control: 'an access token does not outlive its agent',
    rule: 'RFC 9068 section 5',
    replacement: 'expiry',
    test: { file: AGENTS, title: 'gets no token that outlives it %s' },
  },
  {
    control: 'an agent never conceals itself',
    rule: 'RFC 8693 section 4.1',
    text: 'isAgent || ',
    replacement: '',
    test: {
      file: AGENTS,
      title: 'is an actor of each token got by exchange: its own as well, however its grant says, and those of services behind it',
    },
  },
  {
    control: 'users end only their own agents',
    rule: 'OWASP ASVS 5.0 section 8.2.2',
    text: 'userIdOf(domainId, owner), clientId',
    replacement:
      '(await this.database.manager.query(`SELECT owner_id FROM client WHERE client_id = $1`, [clientId]))[0]?.owner_id, clientId',
    test: {
      file: 'account-agents.int-spec.ts',
      title: 'are not ended by others, without the CSRF token, or if they are no agents of the user',
    },
  },
  {
    control: 'the owner of an agent is a user of the same domain',
    rule: 'OWASP ASVS 5.0 section 8.4.1',
    text: 'agents.filter(({ owner }) => owner !== null && !subs.includes(owner))',
    replacement: '[] as OwnedAgent[]',
    test: { file: 'client-presentation.int-spec.ts', title: 'belongs to no user of another domain, also in the configuration document' },
  },
  {
    control: 'an agent that registered itself keeps its owner and its expiry',
    rule: 'RFC 7592 section 2.2',
    text: 'kind, owner, expiresAt',
    replacement: '...NO_AGENT',
    test: { file: 'registration.int-spec.ts', title: 'stays the agent of its owner, whatever it registers' },
  },
];
