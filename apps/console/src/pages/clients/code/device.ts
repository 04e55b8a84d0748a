import { js, quoted, shell, targetParameters, type CodeInput, type Codes } from './code-input.js';
import { curlParameter, GO_MUST } from './post.js';

const DEVICE_CODE = 'urn:ietf:params:oauth:grant-type:device_code';

/** Code with which a device without a browser signs a person in (RFC 8628). */
export function buildDeviceCodes(input: CodeInput): Codes {
  return { curl: curl(input), 'Node.js': node(input), Python: python(input), Go: go(input) };
}

const endpoints = ({ authUrl }: CodeInput) => {
  const base = `${authUrl.replace(/\/$/, '')}/connect`;
  return { device: `${base}/device_authorization`, token: `${base}/token` };
};

function curl(input: CodeInput): string {
  const { device, token } = endpoints(input);
  const id = `-d client_id=${shell(input.clientId)}`;
  return `ANSWER=$(${['curl -sS', shell(device), id, ...targetParameters(input).map(curlParameter)].join(' \\\n  ')})
echo "$ANSWER" # open verification_uri on a phone, and enter user_code
CODE=$(echo "$ANSWER" | sed 's/.*"device_code":"\\([^"]*\\)".*/\\1/')
while sleep 5; do
  TOKENS=$(curl -sS ${shell(token)} ${id} \\
    -d grant_type=${DEVICE_CODE} -d "device_code=$CODE")
  case $TOKENS in
    *authorization_pending* | *slow_down*) ;;
    *) echo "$TOKENS"; break ;;
  esac
done
`;
}

function node(input: CodeInput): string {
  const { device, token } = endpoints(input);
  const target = targetParameters(input).map(([name, value]) => `, ${name}: ${js(String(value))}`);
  return `// Save it as device.mjs and run: node device.mjs
import { setTimeout as wait } from 'node:timers/promises';

const client_id = ${js(input.clientId)};
const post = async (url, form) => (await fetch(url, { method: 'POST', body: new URLSearchParams({ client_id, ...form }) })).json();

const device = await post(${js(device)}, {${target.join('').slice(1)} });
console.log(\`Open \${device.verification_uri} and enter \${device.user_code}\`);
let tokens;
do {
  await wait(device.interval * 1000);
  tokens = await post(${js(token)}, {
    grant_type: ${js(DEVICE_CODE)},
    device_code: device.device_code,
  });
} while (['authorization_pending', 'slow_down'].includes(tokens.error));
console.log(tokens);
`;
}

function python(input: CodeInput): string {
  const { device, token } = endpoints(input);
  const target = targetParameters(input).map(([name, value]) => `, "${name}": ${quoted(String(value))}`);
  return `import json
import time
import urllib.error
import urllib.parse
import urllib.request


def post(url, **form):
    data = urllib.parse.urlencode({"client_id": ${quoted(input.clientId)}, **form}).encode()
    try:
        return json.load(urllib.request.urlopen(url, data))
    except urllib.error.HTTPError as error:
        return json.load(error)


device = post(${quoted(device)}, **{${target.join('').slice(2)}})
print(f"Open {device['verification_uri']} and enter {device['user_code']}")
while True:
    time.sleep(device["interval"])
    tokens = post(
        ${quoted(token)},
        grant_type=${quoted(DEVICE_CODE)},
        device_code=device["device_code"],
    )
    if tokens.get("error") not in ("authorization_pending", "slow_down"):
        break
print(tokens)
`;
}

function go(input: CodeInput): string {
  const { device, token } = endpoints(input);
  const target = targetParameters(input).map(([name, value]) => `, "${name}": {${quoted(String(value))}}`);
  return `package main

import (
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"net/url"
	"time"
)

${GO_MUST}
func post(address string, form url.Values) map[string]any {
	form.Set("client_id", ${quoted(input.clientId)})
	response := must(http.PostForm(address, form))
	defer response.Body.Close()
	var answer map[string]any
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		log.Fatal(err)
	}
	return answer
}

func main() {
	device := post(${quoted(device)}, url.Values{${target.join('').slice(2)}})
	fmt.Printf("Open %s and enter %s\\n", device["verification_uri"], device["user_code"])
	for {
		time.Sleep(time.Duration(device["interval"].(float64)) * time.Second)
		tokens := post(${quoted(token)}, url.Values{
			"grant_type":  {${quoted(DEVICE_CODE)}},
			"device_code": {device["device_code"].(string)},
		})
		if tokens["error"] != "authorization_pending" && tokens["error"] != "slow_down" {
			fmt.Println(tokens)
			return
		}
	}
}
`;
}
