// Command webhook receives webhooks at PORT.
package main

import (
	"encoding/json"
	"io"
	"log"
	"net/http"
	"os"
	"strings"
	"time"

	"lantern.example/shop/sluice"
)

const bodyMaxBytes = 1_000_000

// Event has the members that this shop reads.
type Event struct {
	Event   string `json:"event"`
	Payload struct {
		Reference string `json:"reference"`
		Status    string `json:"status"`
		Amount    int64  `json:"amount"`
	} `json:"payload"`
}

func receive(response http.ResponseWriter, request *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(response, request.Body, bodyMaxBytes))
	if err != nil {
		http.Error(response, "", http.StatusRequestEntityTooLarge)
		return
	}
	secrets := strings.Fields(os.Getenv("SLUICE_WEBHOOK_SECRET"))
	if err := sluice.VerifyWebhook(request.Header, body, secrets, time.Now()); err != nil {
		http.Error(response, "", http.StatusBadRequest)
		return
	}
	var event Event
	if err := json.Unmarshal(body, &event); err != nil {
		http.Error(response, "", http.StatusBadRequest)
		return
	}
	// Store webhook-id in the same transaction as your change: a message may arrive twice. Then answer 2xx within 15 seconds.
	json.NewEncoder(os.Stdout).Encode(map[string]any{
		"id":        request.Header.Get("webhook-id"),
		"event":     event.Event,
		"reference": event.Payload.Reference,
		"status":    event.Payload.Status,
		"amount":    event.Payload.Amount,
	})
	response.WriteHeader(http.StatusNoContent)
}

func main() {
	server := http.Server{
		Addr:        "127.0.0.1:" + os.Getenv("PORT"),
		Handler:     http.HandlerFunc(receive),
		ReadTimeout: 15 * time.Second,
	}
	log.Fatal(server.ListenAndServe())
}
