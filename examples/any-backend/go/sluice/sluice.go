// Package sluice is a client for Sluice in one file, of the standard library alone. It needs Go 1.19 or later.
package sluice

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/elliptic"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Access token

// UserAgent has your shop's name. Go's default does not identify it, and a request without one gets an empty 403.
const UserAgent = "lantern-shop/1.0"

// Refused says that the gateway refused the request, and that nothing happened.
type Refused struct {
	Status int
	Body   string
}

func (r Refused) Error() string { return fmt.Sprintf("%d %s", r.Status, r.Body) }

// ErrOutcomeUnknown says that no answer came. Repeat the call with the same key, or ask for the status. Never start a
// second payment.
var ErrOutcomeUnknown = errors.New("the outcome is unknown")

// Client may be used by several goroutines.
type Client struct {
	http      http.Client
	mutex     sync.Mutex
	token     string
	tokenEnds time.Time
	keys      []encryptionKey
	keysEnd   time.Time
}

// NewClient reads the addresses and credentials from the environment when it makes requests.
func NewClient() *Client {
	// The gateway waits up to 35 seconds for a provider.
	return &Client{http: http.Client{Timeout: 40 * time.Second}}
}

// accessToken reuses the token until 30 seconds before it expires.
func (c *Client) accessToken() (string, error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if time.Now().Before(c.tokenEnds) {
		return c.token, nil
	}
	realm := os.Getenv("SLUICE_AUTH_URL") + "/realms/" + os.Getenv("SLUICE_REALM")
	form := url.Values{
		"grant_type":    {"client_credentials"},
		"client_id":     {os.Getenv("SLUICE_CLIENT_ID")},
		"client_secret": {os.Getenv("SLUICE_CLIENT_SECRET")},
	}
	headers := map[string]string{"Content-Type": "application/x-www-form-urlencoded"}
	answer, err := c.exchange("POST", realm+"/protocol/openid-connect/token", headers, []byte(form.Encode()))
	if err != nil {
		return "", err
	}
	if answer.status != http.StatusOK {
		return "", Refused{answer.status, string(answer.body)}
	}
	var grant struct {
		AccessToken string `json:"access_token"`
		ExpiresIn   int    `json:"expires_in"`
	}
	if err := json.Unmarshal(answer.body, &grant); err != nil {
		return "", err
	}
	c.token = grant.AccessToken
	c.tokenEnds = time.Now().Add(time.Duration(grant.ExpiresIn-30) * time.Second)
	return c.token, nil
}

func (c *Client) dropToken() {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.tokenEnds = time.Time{}
}

// Requests

// Call puts the JSON of the answer into result. It repeats a request without an answer, under the same idempotency key.
func (c *Client) Call(method, path string, body, result any, key string) error {
	var data []byte
	headers := map[string]string{}
	if body != nil {
		var err error
		if data, err = json.Marshal(body); err != nil {
			return err
		}
		headers["Content-Type"], headers["Idempotency-Key"] = "application/json", key
	}
	var problem error
	for attempt := 0; attempt < 3; attempt++ {
		answer, err := c.callOnce(method, path, headers, data)
		pause := time.Second << attempt
		switch {
		case errors.As(err, &Refused{}):
			return err
		case err != nil: // No connection, or no answer in time.
			problem = err
		case answer.status < 400:
			return json.Unmarshal(answer.body, result)
		case answer.status == http.StatusUnauthorized:
			c.dropToken()
			problem, pause = errors.New("HTTP 401"), 0
		// 409 with Retry-After: the first request is still being processed.
		case answer.status >= 500 || answer.status == http.StatusTooManyRequests || answer.retryAfter > 0:
			problem = fmt.Errorf("HTTP %d", answer.status)
			if answer.retryAfter > 0 {
				pause = answer.retryAfter
			}
		default:
			return Refused{answer.status, string(answer.body)}
		}
		if attempt < 2 {
			time.Sleep(pause)
		}
	}
	return fmt.Errorf("%w: %s %s: %v", ErrOutcomeUnknown, method, path, problem)
}

func (c *Client) callOnce(method, path string, headers map[string]string, data []byte) (answer, error) {
	token, err := c.accessToken()
	if err != nil {
		return answer{}, err
	}
	headers["Authorization"] = "Bearer " + token
	return c.exchange(method, os.Getenv("SLUICE_BASE_URL")+path, headers, data)
}

type answer struct {
	status     int
	body       []byte
	retryAfter time.Duration
}

func (c *Client) exchange(method, address string, headers map[string]string, data []byte) (answer, error) {
	request, err := http.NewRequest(method, address, bytes.NewReader(data))
	if err != nil {
		return answer{}, err
	}
	request.Header.Set("User-Agent", UserAgent)
	for name, value := range headers {
		request.Header.Set(name, value)
	}
	response, err := c.http.Do(request)
	if err != nil {
		return answer{}, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return answer{}, err
	}
	seconds, _ := strconv.Atoi(response.Header.Get("Retry-After"))
	return answer{response.StatusCode, body, time.Duration(seconds) * time.Second}, nil
}

// NewKey makes an idempotency key. Store it with what you ask for, before you ask.
func NewKey() string { return hex.EncodeToString(random(16)) }

func random(size int) []byte {
	data := make([]byte, size)
	if _, err := rand.Read(data); err != nil {
		panic(err) // The system has no random numbers.
	}
	return data
}

// Seal a card

type encryptionKey struct {
	Alg string `json:"alg"`
	Kid string `json:"kid"`
	X   string `json:"x"`
	Y   string `json:"y"`
	Nbf int64  `json:"nbf"`
	Exp int64  `json:"exp"`
}

// SealCard seals each field for one payment: compact JWE, ECDH-ES with A256GCM (RFC 7516, RFC 7518).
func (c *Client) SealCard(number string, month int, year, cvv string) (map[string]string, error) {
	key, err := c.chooseKey()
	if err != nil {
		return nil, err
	}
	fields := map[string]string{
		"encrypted_card_number":      number,
		"encrypted_expiration_month": strconv.Itoa(month), // without a leading zero
		"encrypted_expiration_year":  year,
		"encrypted_cvv":              cvv,
	}
	for field, value := range fields {
		if fields[field], err = sealField(key, field, value); err != nil {
			return nil, err
		}
	}
	return fields, nil
}

// chooseKey reuses the merchant's public keys for an hour.
func (c *Client) chooseKey() (encryptionKey, error) {
	c.mutex.Lock()
	keys, isFresh := c.keys, time.Now().Before(c.keysEnd)
	c.mutex.Unlock()
	if !isFresh {
		var set struct{ Keys []encryptionKey }
		if err := c.Call("GET", "/api/encryption-keys", nil, &set, ""); err != nil {
			return encryptionKey{}, err
		}
		c.mutex.Lock()
		c.keys, c.keysEnd = set.Keys, time.Now().Add(time.Hour)
		c.mutex.Unlock()
		keys = set.Keys
	}
	now := time.Now().Unix()
	for _, key := range keys {
		if key.Alg == "ECDH-ES" && key.Nbf <= now && now < key.Exp {
			return key, nil
		}
	}
	return encryptionKey{}, errors.New("there is no ECDH-ES key that is valid now")
}

func sealField(key encryptionKey, field, value string) (string, error) {
	// From Go 1.20 on, crypto/ecdh does the same; these functions of crypto/elliptic are deprecated there, and work.
	curve := elliptic.P256()
	recipientX, recipientY, err := readPoint(curve, key)
	if err != nil {
		return "", err
	}
	private, x, y, err := elliptic.GenerateKey(curve, rand.Reader)
	if err != nil {
		return "", err
	}
	header, err := json.Marshal(map[string]any{
		"alg": "ECDH-ES",
		"enc": "A256GCM",
		"kid": key.Kid,
		"typ": "pgw-field+jwe",
		"fld": field,
		"iat": time.Now().Unix(),
		"epk": map[string]string{"kty": "EC", "crv": "P-256", "x": coordinate(x), "y": coordinate(y)},
	})
	if err != nil {
		return "", err
	}
	protected := base64url(header)
	shared, _ := curve.ScalarMult(recipientX, recipientY, private)
	block, err := aes.NewCipher(contentKey(shared.FillBytes(make([]byte, 32))))
	if err != nil {
		return "", err
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		return "", err
	}
	nonce := random(gcm.NonceSize())
	sealed := gcm.Seal(nil, nonce, []byte(value), []byte(protected))
	end := len(sealed) - gcm.Overhead()
	return strings.Join([]string{protected, "", base64url(nonce), base64url(sealed[:end]), base64url(sealed[end:])}, "."), nil
}

// contentKey is the Concat KDF of RFC 7518, section 4.6.2: one round, no party information, 256 bits.
func contentKey(shared []byte) []byte {
	hash := sha256.New()
	hash.Write([]byte{0, 0, 0, 1})
	hash.Write(shared)
	hash.Write([]byte("\x00\x00\x00\x07A256GCM"))
	hash.Write(make([]byte, 8))
	hash.Write(binary.BigEndian.AppendUint32(nil, 256))
	return hash.Sum(nil)
}

func readPoint(curve elliptic.Curve, key encryptionKey) (x, y *big.Int, err error) {
	numbers := make([]*big.Int, 2)
	for place, text := range []string{key.X, key.Y} {
		data, err := base64.RawURLEncoding.DecodeString(text)
		if err != nil {
			return nil, nil, err
		}
		numbers[place] = new(big.Int).SetBytes(data)
	}
	if !curve.IsOnCurve(numbers[0], numbers[1]) {
		return nil, nil, errors.New("the key is no point of P-256")
	}
	return numbers[0], numbers[1], nil
}

func coordinate(number *big.Int) string { return base64url(number.FillBytes(make([]byte, 32))) }

func base64url(data []byte) string { return base64.RawURLEncoding.EncodeToString(data) }

// Verify a webhook

const tolerance = 5 * time.Minute

// VerifyWebhook returns nil if the message is the gateway's. body is the bytes as they arrived; there are two secrets
// while one replaces the other.
func VerifyWebhook(headers http.Header, body []byte, secrets []string, now time.Time) error {
	sentAt, err := strconv.ParseInt(headers.Get("webhook-timestamp"), 10, 64)
	if err != nil {
		return err
	}
	if age := now.Sub(time.Unix(sentAt, 0)); age > tolerance || age < -tolerance {
		return errors.New("webhook-timestamp is too far from now")
	}
	for _, secret := range secrets {
		key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
		if err != nil {
			return err
		}
		mac := hmac.New(sha256.New, key)
		fmt.Fprintf(mac, "%s.%d.%s", headers.Get("webhook-id"), sentAt, body)
		expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
		for _, given := range strings.Fields(headers.Get("webhook-signature")) {
			if hmac.Equal([]byte(expected), []byte(given)) {
				return nil
			}
		}
	}
	return errors.New("no signature matches")
}
