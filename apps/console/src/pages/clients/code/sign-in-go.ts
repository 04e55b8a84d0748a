import { ASSERTION_TYPE, authorizationUrl, goMembers, quoted, SECRET, tokenUrl, type SignInInput } from './code-input.js';
import { GO_MUST, hasAssertion } from './post.js';

const IMPORTS = ['crypto/rand', 'crypto/sha256', 'encoding/base64', 'encoding/json', 'fmt', 'log', 'net/http', 'net/url', 'strings'];

/** A program in Go that signs a person in. */
export function buildGoSignIn(input: SignInInput, assertion: { imports: string[]; code: string }): string {
  const needsSecret = input.proof.type === 'secret';
  const imports = new Set([...IMPORTS, ...(needsSecret ? ['os'] : []), ...assertion.imports]);
  return `package main

import (
${[...imports]
  .toSorted()
  .map((name) => `\t"${name}"`)
  .join('\n')}
)

const redirectURI = ${quoted(input.redirectUri)}

${GO_MUST}
${assertion.code}${assertion.code ? '\n' : ''}func finish(code, verifier string) ([]byte, error) {
	form := url.Values{
${buildForm(input)}
	}
	request := must(http.NewRequest("POST", ${quoted(tokenUrl(input))}, strings.NewReader(form.Encode())))
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
${needsSecret ? `\trequest.SetBasicAuth(${quoted(input.clientId)}, os.Getenv("${SECRET}"))\n` : ''}	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	var tokens struct {
		IDToken string \`json:"id_token"\`
		Problem string \`json:"error_description"\`
	}
	if err := json.NewDecoder(response.Body).Decode(&tokens); err != nil {
		return nil, err
	}
	if tokens.IDToken == "" {
		return nil, fmt.Errorf("the sign-in failed: %s", tokens.Problem)
	}
	// It came from the token endpoint itself, so its signature need not be checked.
	return base64.RawURLEncoding.DecodeString(strings.Split(tokens.IDToken, ".")[1])
}

${buildServer(input)}`;
}

/** The form of the token request. */
function buildForm(input: SignInInput): string {
  const proof: [string, string][] = hasAssertion(input)
    ? [
        ['client_assertion_type', quoted(ASSERTION_TYPE)],
        ['client_assertion', 'assertion()'],
      ]
    : input.proof.type === 'none'
      ? [['client_id', quoted(input.clientId)]]
      : [];
  return goMembers([
    ...proof,
    ['grant_type', '"authorization_code"'],
    ['redirect_uri', 'redirectURI'],
    ['code', 'code'],
    ['code_verifier', 'verifier'],
  ]);
}

/** The part that answers browsers. */
const buildServer = (input: SignInInput) => `func answer(response http.ResponseWriter, request *http.Request) {
	attempt, err := request.Cookie("attempt")
	if state := request.FormValue("state"); err == nil && state != "" && strings.HasPrefix(attempt.Value, state+".") {
		person, err := finish(request.FormValue("code"), strings.TrimPrefix(attempt.Value, state+"."))
		if err != nil {
			http.Error(response, err.Error(), http.StatusBadRequest)
			return
		}
		response.Write(person) // begin a session of your own here
		return
	}
	state, verifier := rand.Text(), rand.Text()+rand.Text()
	digest := sha256.Sum256([]byte(verifier))
	challenge := base64.RawURLEncoding.EncodeToString(digest[:])
	http.SetCookie(response, &http.Cookie{Name: "attempt", Value: state + "." + verifier, Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode})
	location := ${quoted(authorizationUrl(input))} + "&state=" + state + "&code_challenge=" + challenge
	http.Redirect(response, request, location, http.StatusFound)
}

func main() {
	address := must(url.Parse(redirectURI))
	port := address.Port()
	if port == "" {
		port = "8081"
	}
	fmt.Printf("Open %s://%s\\n", address.Scheme, address.Host)
	http.HandleFunc("GET /favicon.ico", http.NotFound)
	http.HandleFunc("GET /", answer)
	log.Fatal(http.ListenAndServe(":"+port, nil))
}
`;
