<?php
// Receives webhooks: `php -S 127.0.0.1:3000 webhook.php`. In production, run it behind your web server.
declare(strict_types=1);

require __DIR__ . '/sluice.php';

$headers = array_change_key_case(getallheaders());
$body = file_get_contents('php://input'); // the raw body, not $_POST
$event = verifyWebhook($headers, $body, explode(' ', (string) getenv('SLUICE_WEBHOOK_SECRET')));
if ($event === null) {
    http_response_code(400);
    exit;
}
// Store webhook-id in the same transaction as your change: a message may arrive twice. Then answer 2xx within 15 seconds.
$summary = ['id' => $headers['webhook-id'], 'event' => $event['event']];
foreach (['reference', 'status', 'amount'] as $name) {
    $summary[$name] = $event['payload'][$name] ?? null;
}
file_put_contents('php://stdout', json_encode($summary, JSON_THROW_ON_ERROR) . "\n");
http_response_code(204);
