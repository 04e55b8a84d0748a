import { js, quoted, type CodeInput } from './code-input.js';

/** Code that makes the value of `client_assertion` (RFC 7523), by language. The keys of the examples are for ES256. */
interface AssertionCode {
  imports: string[];
  code: string;
}

const FILE = 'private-key.pem';

export function buildNodeAssertion({ clientId, issuer, proof }: CodeInput): AssertionCode {
  if (proof.type === 'workload') {
    return {
      imports: [`import { readFileSync } from 'node:fs';`],
      code: `const assertion = () => readFileSync(process.env.TOKEN_FILE, 'utf8').trim();\n`,
    };
  }
  if (proof.type !== 'key') return { imports: [], code: '' };
  const header = proof.keyId === null ? `{ alg: 'ES256' }` : `{ alg: 'ES256', kid: ${js(proof.keyId)} }`;
  return {
    imports: [`import { randomUUID, sign } from 'node:crypto';`, `import { readFileSync } from 'node:fs';`],
    code: `const key = readFileSync('${FILE}');
const encode = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
function assertion() {
  const iat = Math.floor(Date.now() / 1000);
  const claims = { iss: ${js(clientId)}, sub: ${js(clientId)}, aud: ${js(issuer)}, jti: randomUUID(), iat, exp: iat + 60 };
  const input = \`\${encode(${header})}.\${encode(claims)}\`;
  const signature = sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' });
  return \`\${input}.\${signature.toString('base64url')}\`;
}
`,
  };
}

export function buildPythonAssertion({ clientId, issuer, proof }: CodeInput): AssertionCode {
  if (proof.type === 'workload') {
    return { imports: ['import os'], code: 'def assertion():\n    return open(os.environ["TOKEN_FILE"]).read().strip()\n' };
  }
  if (proof.type !== 'key') return { imports: [], code: '' };
  const headers = proof.keyId === null ? '' : `, headers={"kid": ${quoted(proof.keyId)}}`;
  return {
    imports: ['import time', 'import uuid', '', 'import jwt  # pip install pyjwt cryptography'],
    code: `def assertion():
    now = int(time.time())
    claims = {
        "iss": ${quoted(clientId)},
        "sub": ${quoted(clientId)},
        "aud": ${quoted(issuer)},
        "jti": str(uuid.uuid4()),
        "iat": now,
        "exp": now + 60,
    }
    return jwt.encode(claims, open("${FILE}").read(), algorithm="ES256"${headers})
`,
  };
}

export function buildGoAssertion({ clientId, issuer, proof }: CodeInput): AssertionCode {
  if (proof.type === 'workload') {
    return {
      imports: ['os', 'strings'],
      code: `func assertion() string {\n\treturn strings.TrimSpace(string(must(os.ReadFile(os.Getenv("TOKEN_FILE")))))\n}\n`,
    };
  }
  if (proof.type !== 'key') return { imports: [], code: '' };
  const header = proof.keyId === null ? `{"alg": "ES256"}` : `{"alg": "ES256", "kid": ${quoted(proof.keyId)}}`;
  return {
    imports: [
      'crypto/ecdsa',
      'crypto/rand',
      'crypto/sha256',
      'crypto/x509',
      'encoding/base64',
      'encoding/json',
      'encoding/pem',
      'os',
      'time',
    ],
    code: `func encode(value any) string {
	return base64.RawURLEncoding.EncodeToString(must(json.Marshal(value)))
}

func assertion() string {
	block, _ := pem.Decode(must(os.ReadFile("${FILE}")))
	key := must(x509.ParsePKCS8PrivateKey(block.Bytes)).(*ecdsa.PrivateKey)
	now := time.Now().Unix()
	claims := map[string]any{
		"iss": ${quoted(clientId)}, "sub": ${quoted(clientId)}, "aud": ${quoted(issuer)},
		"jti": rand.Text(), "iat": now, "exp": now + 60,
	}
	input := encode(map[string]any${header}) + "." + encode(claims)
	digest := sha256.Sum256([]byte(input))
	r, s, err := ecdsa.Sign(rand.Reader, key, digest[:])
	if err != nil {
		log.Fatal(err)
	}
	signature := append(r.FillBytes(make([]byte, 32)), s.FillBytes(make([]byte, 32))...)
	return input + "." + base64.RawURLEncoding.EncodeToString(signature)
}
`,
  };
}
