import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runGoProgram } from './go-program.js';
import type { ReceivedDelivery } from './webhook-delivery.mjs';
import { makeTestFolder } from '../test-folder.mjs';

const MAIN = `package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
)

func main() {
	var deliveries []struct {
		Headers map[string]string
		Body    string
		Secret  string
	}
	if err := json.Unmarshal([]byte(os.Getenv("DELIVERIES")), &deliveries); err != nil {
		panic(err)
	}
	for _, delivery := range deliveries {
		header := http.Header{}
		for name, value := range delivery.Headers {
			header.Set(name, value)
		}
		fmt.Println(Verify(header, []byte(delivery.Body), delivery.Secret))
	}
}
`;

/** Runs a receiver in Go. @returns for each delivery, `<nil>` or the reason for refusing it */
export async function runGoReceiver(code: string, deliveries: readonly ReceivedDelivery[]): Promise<string[]> {
  const folder = makeTestFolder('webhook');
  try {
    writeFileSync(join(folder, 'go.mod'), 'module webhook\n');
    writeFileSync(join(folder, 'webhook.go'), code.replace('package webhook', 'package main'));
    writeFileSync(join(folder, 'main.go'), MAIN);
    return (await runGoProgram(folder, { DELIVERIES: JSON.stringify(deliveries) })).trim().split('\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
}
