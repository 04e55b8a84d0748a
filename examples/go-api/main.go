// An API that checks access tokens.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
)

func setting(name, fallback string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	return fallback
}

type order struct {
	ID   int    `json:"id"`
	Item string `json:"item"`
}

type answer struct {
	Orders  []order `json:"orders"`
	AskedBy string  `json:"askedBy"`
}

func main() {
	issuer, port := setting("ISSUER", "http://localhost:3001"), setting("PORT", "4004")
	audience := setting("AUDIENCE", issuer)
	checker, err := NewChecker(context.Background(), issuer, audience)
	if err != nil {
		log.Fatal(err)
	}

	http.HandleFunc("GET /orders", checker.Require("read", "", func(w http.ResponseWriter, claims Claims) {
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(answer{[]order{{1, "a lamp"}}, claims.ClientID})
	}))
	http.HandleFunc("DELETE /orders", checker.Require("write", "clerk", func(w http.ResponseWriter, _ Claims) {
		w.WriteHeader(http.StatusNoContent)
	}))

	listener, err := net.Listen("tcp", "127.0.0.1:"+port)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("http://localhost:%s/orders wants tokens of %s for %s\n", port, issuer, audience)
	log.Fatal(http.Serve(listener, nil))
}
