<?php
// What a shop's server does: `php shop.php page|session|card|status|refund`. Each command prints JSON.
declare(strict_types=1);

require __DIR__ . '/sluice.php';

const RETURN_URL = 'https://shop.example/orders/done';

/** Store the order before you send it. `amount` is in minor units: 2499 is 24.99. */
function newOrder(): array
{
    return order('order-' . bin2hex(random_bytes(16)));
}

function order(string $reference): array
{
    return [
        'terminal_id' => getenv('SLUICE_TERMINAL_ID'),
        'reference' => $reference,
        'amount' => 2499,
        'currency' => 'EUR',
    ];
}

// Take a payment on the payment page

/** Answer the customer with 303 to `redirect_url`, and store `session_id` with the order. */
function createPage(Sluice $sluice, array $order): array
{
    $page = $order + ['transaction_type' => 'PURCHASE', 'return_url' => RETURN_URL];
    return $sluice->call('POST', '/api/hosted-payment-page', $page);
}

// Create a session for card fields

/** Render `id` into the page with the card fields, and store it with the order. */
function createSession(Sluice $sluice, array $order): array
{
    return $sluice->call('POST', '/api/sessions', $order + [
        'description' => 'Harbour lantern',
        'transaction_type' => 'PURCHASE',
        'return_url' => RETURN_URL,
    ]);
}

// Ask whether it is paid

/** Asks by the id of a session or a transaction. The id came through a browser, so compare with the order. */
function findPayment(Sluice $sluice, array $order, string $id): array
{
    try {
        $payment = $sluice->call('GET', '/api/transactions/' . rawurlencode($id) . '/status')['transaction'];
    } catch (Refused $refusal) {
        if ($refusal->getCode() === 404) {
            return ['paid' => false, 'status' => 'NOT_PAID_YET'];
        }
        throw $refusal;
    }
    $isOfOrder = array_diff_assoc($order, $payment) === [];
    $isSale = in_array($payment['transaction_type'], ['PURCHASE', 'PAYMENT'], true);
    return [
        'paid' => $payment['status'] === 'APPROVED' && $isOfOrder && $isSale,
        'status' => $payment['status'],
        'transaction_id' => $payment['id'],
    ];
}

// Refund

/** Store `$key` with the refund before you send it: however often you repeat the call, money moves once. */
function refund(Sluice $sluice, array $order, string $transactionId, int $amount, string $key): array
{
    return $sluice->call('POST', '/api/transactions/manage', [
        'terminal_id' => $order['terminal_id'],
        'reference' => $order['reference'],
        'parent_transaction_id' => $transactionId,
        'transaction_type' => 'REFUND',
        'amount' => $amount,
        'currency' => $order['currency'],
    ], $key);
}

// Take a card on your own server

/** A decline is an answer, not an exception: branch on `processing_code`. */
function payByCard(Sluice $sluice, array $order, string $number): array
{
    $payment = $order + [
        'transaction_type' => 'PURCHASE',
        'return_url' => RETURN_URL,
        'payment_method' => ['type' => 'card', 'data' => $sluice->sealCard($number, 12, '2040', '123')],
        'customer_ip' => '203.0.113.7', // the customer's
        'browser_info' => [ // from the customer's browser
            'user_agent' => 'Mozilla/5.0',
            'accept_header' => 'text/html',
            'java_enabled' => false,
            'color_depth' => 24,
            'screen_height' => 900,
            'screen_width' => 1440,
            'time_zone_offset' => -60,
            'language' => 'en-GB',
        ],
    ];
    return nextStep($sluice, $sluice->call('POST', '/api/transactions/authorize', $payment));
}

// 3-D Secure by redirect

/** What to answer the customer's browser: a redirect, a form that it posts, or the result. */
function nextStep(Sluice $sluice, array $envelope): array
{
    while (($action = $envelope['action']) && $action['type'] === 'THREE_DS_2_FINGERPRINT') {
        $id = readToken($action)['three_ds_server_trans_id'];
        $envelope = $sluice->call('POST', "/api/transactions/three-ds/$id/request-authentication", [
            // N: this shop skips the fingerprint, so banks challenge more often.
            'fingerprint_result' => base64_encode('{"threeDSCompInd":"N"}'),
            'payment_data' => $action['payment_data'],
        ]);
    }
    if ($action) {
        return ['transaction_id' => $action['transaction_id'], 'form' => challengeForm(readToken($action))];
    }
    if ($step = $envelope['redirect']) {
        return ['transaction_id' => $step['transaction_id'], 'redirect' => $step['url']];
    }
    if ($step = $envelope['form_submit']) {
        $form = ['url' => $step['url'], 'fields' => $step['data']];
        return ['transaction_id' => $step['transaction_id'], 'form' => $form];
    }
    $result = $envelope['result'];
    return [
        'transaction_id' => $result['id'],
        'status' => $result['status'],
        'processing_code' => $result['processing_code'],
    ];
}

/** The browser posts this to the bank. The gateway finishes the payment and leads to `return_url`. */
function challengeForm(array $token): array
{
    $request = [
        'threeDSServerTransID' => $token['three_ds_server_trans_id'],
        'acsTransID' => $token['acs_trans_id'],
        'messageVersion' => $token['message_version'],
        'messageType' => 'CReq',
        'challengeWindowSize' => '05', // the full page
    ];
    $creq = base64url(json_encode($request, JSON_THROW_ON_ERROR));
    return ['url' => $token['acs_url'], 'fields' => ['creq' => $creq]];
}

function readToken(array $action): array
{
    return json_decode(base64_decode($action['token']), true, 64, JSON_THROW_ON_ERROR);
}

// Commands

/** @param list<string> $words */
function run(Sluice $sluice, string $command, array $words): array
{
    $order = in_array($command, ['page', 'session', 'card'], true) ? newOrder() : order($words[0] ?? '');
    return match ($command) {
        'page' => ['reference' => $order['reference']] + createPage($sluice, $order),
        'session' => createSession($sluice, $order),
        'card' => ['reference' => $order['reference']] + payByCard($sluice, $order, trim((string) fgets(STDIN))),
        'status' => findPayment($sluice, $order, $words[1]),
        'refund' => refund($sluice, $order, $words[1], (int) $words[2], $words[3]),
        default => exit("page | session | card | status REFERENCE ID | refund REFERENCE TRANSACTION_ID AMOUNT KEY\n"),
    };
}

$cache = getenv('SLUICE_CACHE') ?: getenv('HOME') . '/.cache/lantern-shop';
if (!is_dir($cache)) {
    mkdir($cache, 0700, true);
}
echo json_encode(run(new Sluice($cache), $argv[1] ?? '', array_slice($argv, 2)), JSON_THROW_ON_ERROR), "\n";
