import { buildGoAssertion, buildNodeAssertion, buildPythonAssertion } from './assertion.js';
import { ASSERTION_TYPE, authorizationUrl, js, quoted, SECRET, shell, tokenUrl, type Codes, type SignInInput } from './code-input.js';
import { buildGoSignIn } from './sign-in-go.js';
import { curlHint, curlParameter, curlProof, hasAssertion } from './post.js';

/** Code that signs a person in, with PKCE (RFC 7636). It is complete: each program runs without a library. */
export function buildSignInCodes(input: SignInInput, isBrowserOnly: boolean): Codes {
  return {
    ...(isBrowserOnly && { JavaScript: browser(input) }),
    curl: curl(input),
    'Node.js': node(input),
    Python: python(input),
    Go: buildGoSignIn(input, buildGoAssertion(input)),
  };
}

function curl(input: SignInInput): string {
  const request = [
    'curl -sS',
    shell(tokenUrl(input)),
    ...curlProof(input),
    '-d grant_type=authorization_code',
    curlParameter(['redirect_uri', input.redirectUri]),
    '-d "code=$CODE"',
    '-d "code_verifier=$VERIFIER"',
  ];
  return `${curlHint(input)}VERIFIER=$(openssl rand -hex 32)
CHALLENGE=$(printf %s "$VERIFIER" | openssl dgst -sha256 -binary | openssl base64 -A | tr '+/' '-_' | tr -d '=')
echo "Open ${authorizationUrl(input)}&code_challenge=$CHALLENGE"
printf 'The code in the address to which it leads: '; read -r CODE
${request.join(' \\\n  ')}
`;
}

function browser(input: SignInInput): string {
  return `const REDIRECT_URI = ${js(input.redirectUri)};
const encode = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes))).replace(/[+/=]/g, (sign) => ({ '+': '-', '/': '_' })[sign] ?? '');
const random = () => encode(crypto.getRandomValues(new Uint8Array(32)));

/** Leads to the sign-in page. */
export async function signIn() {
  const [state, verifier] = [random(), random()];
  sessionStorage.setItem('sign-in', JSON.stringify({ state, verifier }));
  const challenge = encode(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier)));
  location.assign(\`${authorizationUrl(input)}&state=\${state}&code_challenge=\${challenge}\`);
}

/** Call it at the redirect address. Keep the tokens in memory alone. */
export async function finishSignIn() {
  const query = new URLSearchParams(location.search);
  const { state, verifier } = JSON.parse(sessionStorage.getItem('sign-in') ?? '{}');
  sessionStorage.removeItem('sign-in');
  if (!state || query.get('state') !== state) throw new Error('This sign-in did not begin here.');
  const body = new URLSearchParams({
    client_id: ${js(input.clientId)},
    grant_type: 'authorization_code',
    redirect_uri: REDIRECT_URI,
    code: query.get('code'),
    code_verifier: verifier,
  });
  const response = await fetch(${js(tokenUrl(input))}, { method: 'POST', body });
  return response.json();
}
`;
}

function node(input: SignInInput): string {
  const assertion = buildNodeAssertion(input);
  const imports = [
    `import { createHash, randomBytes } from 'node:crypto';`,
    `import { createServer } from 'node:http';`,
    ...assertion.imports,
  ];
  const proof = hasAssertion(input)
    ? `\n    client_assertion_type: ${js(ASSERTION_TYPE)},\n    client_assertion: assertion(),`
    : input.proof.type === 'none'
      ? `\n    client_id: ${js(input.clientId)},`
      : '';
  const basic =
    input.proof.type === 'secret'
      ? `\n  const headers = { authorization: \`Basic \${btoa(\`${input.clientId}:\${process.env.${SECRET}}\`)}\` };`
      : '';
  return `// Save it as app.mjs and run: node app.mjs
${imports.join('\n')}

const REDIRECT_URI = ${js(input.redirectUri)};
const redirect = new URL(REDIRECT_URI);
const random = () => randomBytes(32).toString('base64url');
${assertion.code ? `\n${assertion.code}` : ''}
async function finish(code, code_verifier) {${basic}
  const body = new URLSearchParams({${proof}
    grant_type: 'authorization_code',
    redirect_uri: REDIRECT_URI,
    code,
    code_verifier,
  });
  const response = await fetch(${js(tokenUrl(input))}, { method: 'POST', ${basic ? 'headers, ' : ''}body });
  const tokens = await response.json();
  if (!response.ok) throw new Error(tokens.error_description);
  // It came from the token endpoint itself, so its signature need not be checked.
  return JSON.parse(Buffer.from(tokens.id_token.split('.')[1], 'base64url'));
}

createServer(async (request, response) => {
  const url = new URL(request.url, redirect);
  const [, state, verifier] = /attempt=([\\w-]+)\\.([\\w-]+)/.exec(request.headers.cookie ?? '') ?? [];
  try {
    if (url.pathname === '/favicon.ico') response.writeHead(404).end();
    else if (state && url.searchParams.get('state') === state) {
      const person = await finish(url.searchParams.get('code'), verifier);
      response.end(JSON.stringify(person)); // begin a session of your own here
    } else {
      const attempt = [random(), random()];
      const challenge = createHash('sha256').update(attempt[1]).digest('base64url');
      const location = \`${authorizationUrl(input)}&state=\${attempt[0]}&code_challenge=\${challenge}\`;
      const cookie = \`attempt=\${attempt.join('.')}; Path=/; HttpOnly; SameSite=Lax\`;
      response.writeHead(302, { location, 'set-cookie': cookie }).end();
    }
  } catch (error) {
    response.writeHead(400).end(\`The sign-in failed: \${error.message}\`);
  }
}).listen(redirect.port || 8081, () => console.log(\`Open \${redirect.origin}\`));
`;
}

function python(input: SignInInput): string {
  const assertion = buildPythonAssertion(input);
  const needsOs = input.proof.type === 'secret';
  const standard = new Set(
    ['base64', 'hashlib', 'http.server', 'json', 'secrets', 'urllib.parse', 'urllib.request', ...(needsOs ? ['os'] : [])].map(
      (name) => `import ${name}`,
    ),
  );
  for (const line of assertion.imports.filter((one) => one.startsWith('import ') && !one.includes('#'))) standard.add(line);
  const others = assertion.imports.filter((line) => line.includes('#'));
  const proof = hasAssertion(input)
    ? `\n        "client_assertion_type": ${quoted(ASSERTION_TYPE)},\n        "client_assertion": assertion(),`
    : input.proof.type === 'none'
      ? `\n        "client_id": ${quoted(input.clientId)},`
      : '';
  const basic = needsOs
    ? `\n    basic = base64.b64encode(f"${input.clientId}:{os.environ['${SECRET}']}".encode()).decode()\n    request.add_header("Authorization", f"Basic {basic}")`
    : '';
  return `${[...standard].toSorted().join('\n')}
${others.length > 0 ? `\n${others.join('\n')}\n` : ''}
REDIRECT_URI = ${quoted(input.redirectUri)}
attempts = {}

${assertion.code ? `\n${assertion.code}\n` : ''}
def finish(code, verifier):
    form = urllib.parse.urlencode({${proof}
        "grant_type": "authorization_code",
        "redirect_uri": REDIRECT_URI,
        "code": code,
        "code_verifier": verifier,
    })
    request = urllib.request.Request(${quoted(tokenUrl(input))}, form.encode())${basic}
    token = json.load(urllib.request.urlopen(request))["id_token"].split(".")[1]
    # It came from the token endpoint itself, so its signature need not be checked.
    return base64.urlsafe_b64decode(token + "==")


class App(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        query = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(self.path).query))
        state = query.get("state")
        if state in attempts and f"state={state}" in self.headers.get("Cookie", ""):
            person = finish(query.get("code", ""), attempts.pop(state))
            self.send_response(200)
            self.end_headers()
            self.wfile.write(person)  # begin a session of your own here
            return
        state, verifier = secrets.token_urlsafe(), secrets.token_urlsafe()
        attempts[state] = verifier
        digest = hashlib.sha256(verifier.encode()).digest()
        challenge = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
        self.send_response(302)
        self.send_header("Set-Cookie", f"state={state}; Path=/; HttpOnly; SameSite=Lax")
        self.send_header("Location", f"${authorizationUrl(input)}&state={state}&code_challenge={challenge}")
        self.end_headers()


address = urllib.parse.urlsplit(REDIRECT_URI)
print(f"Open {address.scheme}://{address.netloc}")
http.server.HTTPServer(("", address.port or 8081), App).serve_forever()
`;
}
