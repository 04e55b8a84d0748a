/** Controls of clients that are described by the document at their client_id. */

const DRAFT = 'OAuth Client ID Metadata Document';
const HOSTILE = { file: 'hostile-documents.int-spec.ts', title: 'is refused with %s, in words that the log has, too' };

/** @type {import('../mutation.mjs').Mutation[]} */
export const METADATA_DOCUMENTS = [
  { control: 'a client_id has one spelling', rule: `${DRAFT} section 3`, replacement: 'false', test: HOSTILE },
  {
    control: 'a host that may look like another one is named by an operator',
    rule: `${DRAFT} section 6`,
    replacement: 'false',
    test: HOSTILE,
  },
  {
    control: "document clients come from the hosts of the domain's list",
    rule: `${DRAFT} section 6`,
    replacement: 'true',
    test: { file: 'hostile-documents.int-spec.ts', title: 'is refused if its host is not in the list of the domain' },
  },
  {
    control: 'documents are read only where an operator has enabled it',
    rule: `${DRAFT} section 6`,
    replacement: 'false',
    test: {
      file: 'metadata-document.int-spec.ts',
      title: 'loses its tokens when the domain reads no documents, or none of its host, or names another resource',
    },
  },
  {
    control: 'a document describes the client whose client_id leads to it',
    rule: `${DRAFT} section 4`,
    text: "members['client_id'] === clientId",
    replacement: 'true',
    test: HOSTILE,
  },
  {
    control: 'a public document has no secret',
    rule: `${DRAFT} section 4.1`,
    text: /SECRETS/,
    replacement: '([] as string[])',
    test: HOSTILE,
  },
  {
    control: 'a public document has no private key',
    rule: `${DRAFT} section 4.1`,
    text: 'keys.some(isPrivate)',
    replacement: 'false',
    test: HOSTILE,
  },
  {
    control: 'a client whose document names keys authenticates by them',
    rule: `${DRAFT} section 6.2`,
    replacement: 'null',
    test: {
      file: 'document-keys.int-spec.ts',
      title: 'gets, refreshes and revokes tokens by an assertion, pushes requests, and uses PKCE',
    },
  },
  {
    control: 'what a client with keys was issued needs them',
    rule: `${DRAFT} section 6.2`,
    replacement: '',
    test: { file: 'document-keys.int-spec.ts', title: 'cannot use what it was issued while its document cannot be read, or names no keys' },
  },
  {
    control: "codes of a document client go to its own host or to the user's device",
    rule: `${DRAFT} section 6`,
    text: 'isOwn',
    replacement: 'true',
    test: HOSTILE,
  },
  {
    control: 'users consent to a client without an operator every time',
    rule: `${DRAFT} section 6`,
    text: "['consent']",
    replacement: '[]',
    test: { file: 'metadata-document.int-spec.ts', title: 'needs consent each time, also of a signed-in user' },
  },
  {
    control: 'a document client is named by its host',
    rule: `${DRAFT} section 6`,
    text: 'new URL(clientId).host',
    replacement: 'null',
    test: { file: 'metadata-document.int-spec.ts', title: 'is named by its host alone' },
  },
  {
    control: 'a client without an operator reaches only the resources that the domain names',
    rule: 'RFC 8707 section 2',
    text: 'permitted',
    replacement: '[...domain.resources.values()]',
    test: { file: 'metadata-document.int-spec.ts', title: 'gets nothing at resources that the domain does not name' },
  },
];
