// Command shop does what a shop's server does: `go run ./shop page|session|card|status|refund`. Each command prints JSON.
package main

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"

	"lantern.example/shop/sluice"
)

const returnURL = "https://shop.example/orders/done"

var client = sluice.NewClient()

// Order is stored before it is sent. Amount is in minor units: 2499 is 24.99.
type Order struct {
	TerminalID string `json:"terminal_id"`
	Reference  string `json:"reference"`
	Amount     int64  `json:"amount"`
	Currency   string `json:"currency"`
}

func newOrder() Order { return order("order-" + sluice.NewKey()) }

func order(reference string) Order {
	return Order{os.Getenv("SLUICE_TERMINAL_ID"), reference, 2499, "EUR"}
}

// Transaction has the members that this shop reads.
type Transaction struct {
	Order
	ID              string `json:"id"`
	TransactionType string `json:"transaction_type"`
	Status          string `json:"status"`
	ProcessingCode  string `json:"processing_code"`
}

// Take a payment on the payment page

// Page is where the customer pays. Answer the customer with 303 to RedirectURL, and store SessionID with the order.
type Page struct {
	RedirectURL string `json:"redirect_url"`
	SessionID   string `json:"session_id"`
}

func createPage(order Order) (page Page, err error) {
	request := struct {
		Order
		TransactionType string `json:"transaction_type"`
		ReturnURL       string `json:"return_url"`
	}{order, "PURCHASE", returnURL}
	err = client.Call("POST", "/api/hosted-payment-page", request, &page, sluice.NewKey())
	return page, err
}

// Create a session for card fields

// Session has an ID, which you render into the page with the card fields, and store with the order.
type Session struct {
	ID        string `json:"id"`
	Reference string `json:"reference"`
	Status    string `json:"status"`
}

func createSession(order Order) (session Session, err error) {
	request := struct {
		Order
		Description     string `json:"description"`
		TransactionType string `json:"transaction_type"`
		ReturnURL       string `json:"return_url"`
	}{order, "Harbour lantern", "PURCHASE", returnURL}
	err = client.Call("POST", "/api/sessions", request, &session, sluice.NewKey())
	return session, err
}

// Ask whether it is paid

// Payment is the outcome of an order.
type Payment struct {
	Paid          bool   `json:"paid"`
	Status        string `json:"status"`
	TransactionID string `json:"transaction_id,omitempty"`
}

// findPayment asks by the id of a session or a transaction. The id came through a browser, so it compares with the order.
func findPayment(order Order, id string) (Payment, error) {
	var found struct{ Transaction Transaction }
	err := client.Call("GET", "/api/transactions/"+url.PathEscape(id)+"/status", nil, &found, "")
	var refusal sluice.Refused
	if errors.As(err, &refusal) && refusal.Status == http.StatusNotFound {
		return Payment{Status: "NOT_PAID_YET"}, nil
	}
	if err != nil {
		return Payment{}, err
	}
	payment := found.Transaction
	isSale := payment.TransactionType == "PURCHASE" || payment.TransactionType == "PAYMENT"
	paid := payment.Status == "APPROVED" && payment.Order == order && isSale
	return Payment{paid, payment.Status, payment.ID}, nil
}

// Refund

// refund moves money once for each key, however often it is repeated: store the key with the refund before you send it.
func refund(order Order, transactionID string, amount int64, key string) (refunded Transaction, err error) {
	order.Amount = amount
	request := struct {
		Order
		Parent          string `json:"parent_transaction_id"`
		TransactionType string `json:"transaction_type"`
	}{order, transactionID, "REFUND"}
	err = client.Call("POST", "/api/transactions/manage", request, &refunded, key)
	return refunded, err
}

// Take a card on your own server

type object map[string]any

// payByCard answers a decline as a result, not as an error: branch on ProcessingCode.
func payByCard(order Order, number string) (Step, error) {
	card, err := client.SealCard(number, 12, "2040", "123")
	if err != nil {
		return Step{}, err
	}
	payment := object{
		"terminal_id":      order.TerminalID,
		"reference":        order.Reference,
		"amount":           order.Amount,
		"currency":         order.Currency,
		"transaction_type": "PURCHASE",
		"return_url":       returnURL,
		"payment_method":   object{"type": "card", "data": card},
		"customer_ip":      "203.0.113.7", // the customer's
		"browser_info": object{ // from the customer's browser
			"user_agent":       "Mozilla/5.0",
			"accept_header":    "text/html",
			"java_enabled":     false,
			"color_depth":      24,
			"screen_height":    900,
			"screen_width":     1440,
			"time_zone_offset": -60,
			"language":         "en-GB",
		},
	}
	var envelope Envelope
	if err := client.Call("POST", "/api/transactions/authorize", payment, &envelope, sluice.NewKey()); err != nil {
		return Step{}, err
	}
	return nextStep(envelope)
}

// 3-D Secure by redirect

// Envelope is the answer to everything that pays. One member is set.
type Envelope struct {
	Result     *Transaction `json:"result"`
	Action     *Action      `json:"action"`
	Redirect   *Move        `json:"redirect"`
	FormSubmit *Move        `json:"form_submit"`
}

// Action is a step of 3-D Secure.
type Action struct {
	TransactionID string `json:"transaction_id"`
	Type          string `json:"type"`
	Token         string `json:"token"`
	PaymentData   string `json:"payment_data"`
}

// Move leads the customer to another page; Data are fields of a form.
type Move struct {
	TransactionID string            `json:"transaction_id"`
	URL           string            `json:"url"`
	Data          map[string]string `json:"data"`
}

// Step is what to answer the customer's browser: a redirect, a form that it posts, or the result.
type Step struct {
	TransactionID  string `json:"transaction_id"`
	Redirect       string `json:"redirect,omitempty"`
	Form           *Form  `json:"form,omitempty"`
	Status         string `json:"status,omitempty"`
	ProcessingCode string `json:"processing_code,omitempty"`
}

// Form is posted by the browser.
type Form struct {
	URL    string            `json:"url"`
	Fields map[string]string `json:"fields"`
}

func nextStep(envelope Envelope) (Step, error) {
	for envelope.Action != nil {
		action := envelope.Action
		var token challengeToken
		text, err := base64.StdEncoding.DecodeString(action.Token)
		if err != nil {
			return Step{}, err
		}
		if err := json.Unmarshal(text, &token); err != nil {
			return Step{}, err
		}
		if action.Type != "THREE_DS_2_FINGERPRINT" {
			form, err := challengeForm(token)
			return Step{TransactionID: action.TransactionID, Form: form}, err
		}
		// N: this shop skips the fingerprint, so banks challenge more often.
		indicator := base64.StdEncoding.EncodeToString([]byte(`{"threeDSCompInd":"N"}`))
		path := "/api/transactions/three-ds/" + token.ServerTransID + "/request-authentication"
		answer := object{"fingerprint_result": indicator, "payment_data": action.PaymentData}
		envelope = Envelope{}
		if err := client.Call("POST", path, answer, &envelope, sluice.NewKey()); err != nil {
			return Step{}, err
		}
	}
	if step := envelope.Redirect; step != nil {
		return Step{TransactionID: step.TransactionID, Redirect: step.URL}, nil
	}
	if step := envelope.FormSubmit; step != nil {
		return Step{TransactionID: step.TransactionID, Form: &Form{step.URL, step.Data}}, nil
	}
	if result := envelope.Result; result != nil {
		return Step{TransactionID: result.ID, Status: result.Status, ProcessingCode: result.ProcessingCode}, nil
	}
	return Step{}, errors.New("an answer without a member that this shop knows")
}

type challengeToken struct {
	ServerTransID  string `json:"three_ds_server_trans_id"`
	ACSTransID     string `json:"acs_trans_id"`
	ACSURL         string `json:"acs_url"`
	MessageVersion string `json:"message_version"`
}

// challengeForm is posted to the bank by the browser. The gateway finishes the payment and leads to return_url.
func challengeForm(token challengeToken) (*Form, error) {
	request, err := json.Marshal(struct {
		ServerTransID  string `json:"threeDSServerTransID"`
		ACSTransID     string `json:"acsTransID"`
		MessageVersion string `json:"messageVersion"`
		MessageType    string `json:"messageType"`
		WindowSize     string `json:"challengeWindowSize"` // 05 is the full page.
	}{token.ServerTransID, token.ACSTransID, token.MessageVersion, "CReq", "05"})
	creq := base64.RawURLEncoding.EncodeToString(request)
	return &Form{token.ACSURL, map[string]string{"creq": creq}}, err
}

// Commands

func run(command string, words []string) (any, error) {
	switch {
	case command == "page":
		bought := newOrder()
		page, err := createPage(bought)
		return struct {
			Reference string `json:"reference"`
			Page
		}{bought.Reference, page}, err
	case command == "session":
		return createSession(newOrder())
	case command == "card":
		bought := newOrder()
		number, err := bufio.NewReader(os.Stdin).ReadString('\n')
		if err != nil {
			return nil, err
		}
		step, err := payByCard(bought, strings.TrimSpace(number))
		return struct {
			Reference string `json:"reference"`
			Step
		}{bought.Reference, step}, err
	case command == "status" && len(words) == 2:
		return findPayment(order(words[0]), words[1])
	case command == "refund" && len(words) == 4:
		amount, err := strconv.ParseInt(words[2], 10, 64)
		if err != nil {
			return nil, err
		}
		return refund(order(words[0]), words[1], amount, words[3])
	}
	return nil, errors.New("page | session | card | status REFERENCE ID | refund REFERENCE TRANSACTION_ID AMOUNT KEY")
}

func main() {
	var command string
	var words []string
	if len(os.Args) > 1 {
		command, words = os.Args[1], os.Args[2:]
	}
	answer, err := run(command, words)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if err := json.NewEncoder(os.Stdout).Encode(answer); err != nil {
		os.Exit(1)
	}
}
