<?php

/** Run by test/packaging/php-client.test.ts against a server of its own: php test.php. Says how many checks it made. */
declare(strict_types=1);

require __DIR__ . '/Silhouette.php';

[$server, $photo, $address] = array_map('getenv', ['SILHOUETTE_URL', 'SILHOUETTE_PHOTO', 'SILHOUETTE_IMAGE_URL']);
$client = new Silhouette($server, getenv('SILHOUETTE_KEY'));
$checks = 0;

function same(mixed $expected, mixed $actual): void {
    $GLOBALS['checks']++;
    if ($expected !== $actual) {
        throw new Exception('Expected ' . json_encode($expected) . ', got ' . json_encode($actual));
    }
}

/** Of a call that must fail. */
function errorOf(Closure $call): Throwable {
    try {
        $call();
    } catch (Throwable $error) {
        return $error;
    }
    throw new Exception('It was not refused');
}

// Pictures
$before = $client->account()['balance'];
$first = $client->remove($photo, ['size' => 'full', 'crop' => true], 'photo 1');
$again = $client->remove($photo, ['size' => 'full', 'crop' => true], 'photo 1');
same([false, true, $first['url']], [$first['replayed'], $again['replayed'], $again['url']]);
same($before - 1, $client->account()['balance']);
same("\x89PNG", substr($client->download($first['url']), 0, 4));
$bytes = new CURLStringFile(file_get_contents($photo), 'photo');
$cutout = $client->cutout($bytes, ['size' => 'full']);
same([2, 2, 1, 'image/png'], [$cutout['width'], $cutout['height'], $cutout['credits_charged'], $cutout['content_type']]);
same(1, preg_match('/watermark/', $client->idPhoto($photo, ['spec' => '1inch', 'preview' => true])['notice']));
same('req_', substr($client->portraitStyle($photo, ['style' => 'watercolour', 'preview' => true])['request_id'], 0, 4));

// The account
same(4, count(iterator_to_array($client->results(limit: 3), false)));
same(['remove'], array_column(iterator_to_array($client->results('remove'), false), 'operation'));
same(2, count($client->usage('2026-11-29', '2026-11-30')['days']));

// Errors of both dialects, and of nobody
$error = errorOf(fn () => $client->remove($photo, ['size' => 'huge']));
same([400, 'validation error', "size must be one of preview, full, auto; got 'huge'"], [$error->status, $error->errorCode, $error->getMessage()]);
same('req_', substr($error->requestId, 0, 4));
same('invalid_parameter', errorOf(fn () => $client->cutout($photo, ['scale' => '5%']))->errorCode);
same(401, errorOf(fn () => (new Silhouette($server, 'wrong'))->account())->status);
$told = [];
$nobody = new Silhouette('http://127.0.0.1:1', 'k', retries: 1, onRetry: function ($error) use (&$told) {
    $told[] = $error->status;
});
same('unreachable', errorOf(fn () => $nobody->account())->errorCode);
same([0], $told);
same('unreachable', errorOf(fn () => $nobody->waitFor('job_1', patience: 0))->errorCode);
same(InvalidArgumentException::class, errorOf(fn () => new Silhouette('photos.example.com', 'k'))::class);
same(InvalidArgumentException::class, errorOf(fn () => $client->remove('there-is-no-such-photo.jpg'))::class);
same(false, str_contains(print_r($client, true), getenv('SILHOUETTE_KEY')));

// Jobs
$job = $client->createJob('remove', null, ['image_urls' => [$address, $address, $address]], 'three');
same($job['id'], $client->createJob('remove', null, ['image_urls' => [$address, $address, $address]], 'three')['id']);
$counted = 0;
$ended = $client->waitFor($job['id'], 30, function (array $job) use (&$counted) {
    $counted = $job['counts']['finished'];
});
same(['finished', 3], [$ended['state'], $counted]);
same($ended['items'], iterator_to_array($client->jobItems($job['id']), false));
$one = $client->createJob('id-photo', $photo, ['spec' => '1inch', 'preview' => true]);
same(1, $client->waitFor($one['id'], 30)['counts']['finished']);
same([$one['id'], $job['id']], array_column(iterator_to_array($client->jobs(1), false), 'id'));
same('finished', $client->cancelJob($job['id'])['state']);
same('not_found', errorOf(fn () => $client->waitFor('job_none'))->errorCode);
same(1, preg_match('/image_urls is empty/', errorOf(fn () => $client->createJob('remove', null, ['image_urls' => []]))->getMessage()));

// The example of the Standard Webhooks libraries
$secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
$headers = [
    'Webhook-Id' => 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'Webhook-Timestamp' => '1614265330',
    'Webhook-Signature' => 'v1,AAAA v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
];
$body = '{"test": 2432232314}';
$other = 'whsec_' . base64_encode('another secret');
$event = Silhouette::verifyWebhook([$other, $secret], $headers, $body, 1614265330 + 299);
same(['id' => 'msg_p5jXN8AQM9LWM0D4loKWxJek', 'test' => 2432232314], $event);
$wrong = [
    [$secret, $headers, "$body ", 0],
    [$secret, $headers, $body, 301],
    [$secret, $headers, $body, -301],
    [$other, $headers, $body, 0],
    [$secret, ['Webhook-Id' => 'msg_other'] + $headers, $body, 0],
    [$secret, ['Webhook-Timestamp' => 'soon'] + $headers, $body, 0],
    [$secret, ['Webhook-Id' => 'msg_1'], $body, 0],
];
foreach ($wrong as [$by, $given, $content, $late]) {
    $error = errorOf(fn () => Silhouette::verifyWebhook($by, $given, $content, 1614265330 + $late));
    same(SilhouetteWebhookException::class, $error::class);
}
foreach (['', 'whsec_', 'whsec_?'] as $nothing) {
    same(InvalidArgumentException::class, errorOf(fn () => Silhouette::verifyWebhook($nothing, $headers, $body, 1614265330))::class);
}

echo "$checks checks passed\n";
