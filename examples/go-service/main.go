// Gets an access token by client credentials, and calls an API.
package main

import (
	"context"
	"fmt"
	"io"
	"log"
	"os"

	"golang.org/x/oauth2/clientcredentials"
)

func setting(name, fallback string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	return fallback
}

func main() {
	issuer := setting("ISSUER", "http://localhost:3001")
	config := clientcredentials.Config{
		ClientID:     setting("CLIENT_ID", "hello"),
		ClientSecret: os.Getenv("CLIENT_SECRET"),
		TokenURL:     issuer + "/connect/token",
		Scopes:       []string{"read"},
	}

	// The client gets a token when it needs one, and another before it expires.
	client := config.Client(context.Background())
	response, err := client.Get(setting("API_URL", "http://localhost:4001/orders"))
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(response.StatusCode, string(body))
}
