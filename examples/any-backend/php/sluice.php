<?php
// A client for Sluice in one file. It needs PHP 8.1 or later with the extensions curl and openssl.
declare(strict_types=1);

// Access token

/** The gateway refused the request, and nothing happened. The message has its answer. */
final class Refused extends RuntimeException {}

/** No answer came. Repeat the call with the same key, or ask for the status. Never start a second payment. */
final class OutcomeUnknown extends RuntimeException {}

final class Sluice
{
    // The gateway waits up to 35 seconds for a provider.
    private const TIMEOUT_SECONDS = 40;
    // Your shop's name. PHP sends no User-Agent of its own, and a request without one is an empty 403.
    private const USER_AGENT = 'lantern-shop/1.0';

    /** @param string $cache a folder that only this program may read: PHP forgets everything between requests */
    public function __construct(private readonly string $cache) {}

    /** Reuses the token until 30 seconds before it expires. */
    private function accessToken(): string
    {
        return $this->cached('token', function (): array {
            $realm = getenv('SLUICE_AUTH_URL') . '/realms/' . getenv('SLUICE_REALM');
            $form = http_build_query([
                'grant_type' => 'client_credentials',
                'client_id' => getenv('SLUICE_CLIENT_ID'),
                'client_secret' => getenv('SLUICE_CLIENT_SECRET'),
            ]);
            $answer = $this->exchange('POST', "$realm/protocol/openid-connect/token", [], $form);
            if ($answer['status'] !== 200) {
                throw new Refused($answer['body'], $answer['status']);
            }
            $grant = self::decode($answer['body']);
            return [$grant['access_token'], time() + $grant['expires_in'] - 30];
        });
    }

    /** @param callable(): array{mixed, int} $make the value, and when it is made again */
    private function cached(string $name, callable $make): mixed
    {
        $file = "$this->cache/sluice-$name.json";
        [$value, $ends] = is_file($file) ? self::decode((string) file_get_contents($file)) : [null, 0];
        if (time() < $ends) {
            return $value;
        }
        [$value, $ends] = $make();
        // tempnam() makes a file that only its owner reads; rename() replaces the old one at once.
        $new = tempnam($this->cache, 'sluice');
        file_put_contents($new, json_encode([$value, $ends], JSON_THROW_ON_ERROR));
        rename($new, $file);
        return $value;
    }

    // Requests

    /** Returns the JSON of the answer. Repeats a request without an answer, under the same idempotency key. */
    public function call(string $method, string $path, ?array $body = null, ?string $key = null): array
    {
        $data = $body === null ? null : json_encode($body, JSON_THROW_ON_ERROR);
        $key ??= bin2hex(random_bytes(16));
        $problem = '';
        for ($attempt = 0; $attempt < 3; $attempt++) {
            $pause = 2 ** $attempt;
            try {
                $headers = ['Authorization: Bearer ' . $this->accessToken()];
                if ($data !== null) {
                    array_push($headers, 'Content-Type: application/json', "Idempotency-Key: $key");
                }
                $answer = $this->exchange($method, getenv('SLUICE_BASE_URL') . $path, $headers, $data);
                $status = $answer['status'];
                if ($status < 400) {
                    return self::decode($answer['body']);
                }
                $problem = "HTTP $status";
                $pause = $answer['retry_after'] ?: $pause;
                if ($status === 401) {
                    @unlink("$this->cache/sluice-token.json");
                    $pause = 0;
                } elseif ($status < 500 && $status !== 429 && $answer['retry_after'] === 0) {
                    // A 409 with Retry-After means that the first request is still being processed.
                    throw new Refused($answer['body'], $status);
                }
            } catch (NoAnswer $error) {
                $problem = $error->getMessage();
            }
            if ($attempt < 2) {
                sleep($pause);
            }
        }
        throw new OutcomeUnknown("$method $path: $problem");
    }

    /** @return array{status: int, body: string, retry_after: int} */
    private function exchange(string $method, string $url, array $headers, ?string $data): array
    {
        $retryAfter = 0;
        $curl = curl_init($url);
        curl_setopt_array($curl, [
            CURLOPT_CUSTOMREQUEST => $method,
            CURLOPT_USERAGENT => self::USER_AGENT,
            CURLOPT_HTTPHEADER => $headers,
            CURLOPT_CONNECTTIMEOUT => 10,
            CURLOPT_TIMEOUT => self::TIMEOUT_SECONDS,
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_HEADERFUNCTION => function ($_, string $line) use (&$retryAfter): int {
                if (preg_match('/^retry-after: *(\d+)/i', $line, $match)) {
                    $retryAfter = (int) $match[1];
                }
                return strlen($line);
            },
        ]);
        if ($data !== null) {
            curl_setopt($curl, CURLOPT_POSTFIELDS, $data);
        }
        $body = curl_exec($curl);
        if ($body === false) {
            throw new NoAnswer(curl_error($curl));
        }
        $status = curl_getinfo($curl, CURLINFO_RESPONSE_CODE);
        return ['status' => $status, 'body' => $body, 'retry_after' => $retryAfter];
    }

    private static function decode(string $json): array
    {
        return json_decode($json, true, 64, JSON_THROW_ON_ERROR);
    }

    // Seal a card

    /** Seals each field for one payment: compact JWE, ECDH-ES with A256GCM (RFC 7516, RFC 7518). */
    public function sealCard(string $number, int $month, string $year, string $cvv): array
    {
        $set = $this->cached('keys', fn() => [$this->call('GET', '/api/encryption-keys'), time() + 3600]);
        $now = time();
        $isUsable = fn(array $key): bool =>
            $key['alg'] === 'ECDH-ES' && $key['nbf'] <= $now && $now < $key['exp'];
        $key = current(array_filter($set['keys'], $isUsable)) ?: throw new RuntimeException('No ECDH-ES key is valid now.');
        $fields = [
            'encrypted_card_number' => $number,
            'encrypted_expiration_month' => (string) $month, // without a leading zero
            'encrypted_expiration_year' => $year,
            'encrypted_cvv' => $cvv,
        ];
        $sealed = [];
        foreach ($fields as $field => $value) {
            $sealed[$field] = sealField($key, $field, $value, $now);
        }
        return $sealed;
    }
}

final class NoAnswer extends RuntimeException {}

function sealField(array $key, string $field, string $value, int $now): string
{
    $ephemeral = openssl_pkey_new(['private_key_type' => OPENSSL_KEYTYPE_EC, 'curve_name' => 'prime256v1']);
    $point = openssl_pkey_get_details($ephemeral)['ec'];
    // OpenSSL leaves out leading zeros, and a coordinate has 32 bytes.
    $coordinate = fn(string $bytes): string => base64url(str_pad($bytes, 32, "\0", STR_PAD_LEFT));
    $header = [
        'alg' => 'ECDH-ES',
        'enc' => 'A256GCM',
        'kid' => $key['kid'],
        'typ' => 'pgw-field+jwe',
        'fld' => $field,
        'iat' => $now,
        'epk' => ['kty' => 'EC', 'crv' => 'P-256', 'x' => $coordinate($point['x']), 'y' => $coordinate($point['y'])],
    ];
    $protected = base64url(json_encode($header, JSON_THROW_ON_ERROR));
    $shared = openssl_pkey_derive(publicKey($key), $ephemeral, 32) ?: throw new RuntimeException('No point of P-256.');
    // Concat KDF, RFC 7518 section 4.6.2: one round, no party information, 256 bits.
    $info = pack('N', 7) . 'A256GCM' . pack('NNN', 0, 0, 256);
    $contentKey = hash('sha256', pack('N', 1) . $shared . $info, true);
    $nonce = random_bytes(12);
    $sealed = openssl_encrypt($value, 'aes-256-gcm', $contentKey, OPENSSL_RAW_DATA, $nonce, $tag, $protected);
    if ($sealed === false) {
        throw new RuntimeException('PHP cannot encrypt with aes-256-gcm.');
    }
    return implode('.', [$protected, '', base64url($nonce), base64url($sealed), base64url($tag)]);
}

/** A P-256 point as a SubjectPublicKeyInfo (RFC 5480), which always begins with the same 26 bytes. */
function publicKey(array $key): string
{
    $start = hex2bin('3059301306072a8648ce3d020106082a8648ce3d030107034200');
    $point = "\x04" . fromBase64url($key['x']) . fromBase64url($key['y']);
    return "-----BEGIN PUBLIC KEY-----\n" . chunk_split(base64_encode($start . $point), 64, "\n") . '-----END PUBLIC KEY-----';
}

function base64url(string $data): string
{
    return rtrim(strtr(base64_encode($data), '+/', '-_'), '=');
}

function fromBase64url(string $text): string
{
    return base64_decode(strtr($text, '-_', '+/'), true);
}

// Verify a webhook

const TOLERANCE_SECONDS = 300;

/**
 * @param array<string, string> $headers names in small letters
 * @param string $body the bytes as they arrived
 * @param list<string> $secrets two during a rotation
 * @return ?array the event; null if the message is not to be trusted
 */
function verifyWebhook(array $headers, string $body, array $secrets, ?int $now = null): ?array
{
    $sentAt = $headers['webhook-timestamp'] ?? '';
    if (!ctype_digit($sentAt) || abs(($now ?? time()) - (int) $sentAt) > TOLERANCE_SECONDS) {
        return null;
    }
    $signed = ($headers['webhook-id'] ?? '') . ".$sentAt.$body";
    foreach ($secrets as $secret) {
        $key = base64_decode(substr($secret, strlen('whsec_')));
        $expected = 'v1,' . base64_encode(hash_hmac('sha256', $signed, $key, true));
        foreach (explode(' ', $headers['webhook-signature'] ?? '') as $given) {
            if (hash_equals($expected, $given)) {
                return json_decode($body, true, 64, JSON_THROW_ON_ERROR);
            }
        }
    }
    return null;
}
