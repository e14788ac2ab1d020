<?php

declare(strict_types=1);

/** What the server refused, or why it could not be asked. Nothing is charged on any error. */
final class SilhouetteException extends RuntimeException {
    public function __construct(
        string $message,
        public readonly int $status, // of HTTP; 0 if there was no answer
        public readonly string $errorCode, // of the server, or unreachable, or unexpected_answer
        public readonly ?string $requestId = null, // by which the operator finds the request
        public readonly ?int $retryAfter = null, // seconds, if the server said so
    ) {
        parent::__construct($message, $status);
    }

    /** Refused before anything was done; or no answer, or none of the server. */
    public function isPassing(): bool {
        return in_array($this->status, [429, 503, 0, 408, 502, 504], true);
    }
}

/** The message does not come from the server, or is too old: do not act on it. */
final class SilhouetteWebhookException extends RuntimeException {}

/**
 * The client of the Silhouette API in one file, for PHP 8.1 or later with curl. Parameters have the names of the API; a
 * photo is the path of a file, or a CURLStringFile with its bytes.
 */
final class Silhouette {
    public readonly string $server;

    /** @param ?Closure(SilhouetteException, float): void $onRetry told before each wait */
    public function __construct(
        string $server,
        #[SensitiveParameter] private readonly string $key,
        private readonly int $retries = 3,
        private readonly float $maxWait = 90, // seconds; where the server asks for more, the error comes at once
        private readonly int $timeout = 120,
        private readonly ?Closure $onRetry = null,
    ) {
        if (!preg_match('#^https?://[^/]#i', $server)) {
            throw new InvalidArgumentException("server must be an http or https address; got '$server'");
        }
        if (!preg_match('/^[\x21-\x7e]+$/D', $key)) {
            throw new InvalidArgumentException('key must be an API key, without white space');
        }
        $this->server = rtrim($server, '/');
    }

    /** Neither printed nor dumped with the rest. */
    public function __debugInfo(): array {
        return ['server' => $this->server];
    }

    /** Cuts out the subject of a photo, or of the one at image_url. Answers url, warnings, notice, replayed, request_id. */
    public function remove(string|CURLStringFile|null $imageFile, array $parameters = [], ?string $idempotencyKey = null): array {
        return $this->result('/v1/remove', $imageFile, $parameters, $idempotencyKey);
    }

    public function idPhoto(string|CURLStringFile $imageFile, array $parameters, ?string $idempotencyKey = null): array {
        return $this->result('/v1/id-photo', $imageFile, $parameters, $idempotencyKey);
    }

    public function portraitStyle(string|CURLStringFile $imageFile, array $parameters, ?string $idempotencyKey = null): array {
        return $this->result('/v1/portrait-style', $imageFile, $parameters, $idempotencyKey);
    }

    /** Cuts out the subject, with all that the compatible API offers; the answer has the picture itself. */
    public function cutout(string|CURLStringFile|null $imageFile, array $parameters = [], ?string $idempotencyKey = null): array {
        [$headers, $picture] = $this->post('/v1.0/cutout', $imageFile, $parameters, $idempotencyKey);
        return [
            'picture' => $picture,
            'content_type' => $headers['content-type'] ?? '',
            'width' => (int) ($headers['x-width'] ?? 0),
            'height' => (int) ($headers['x-height'] ?? 0),
            'credits_charged' => (int) ($headers['x-credits-charged'] ?? 0),
        ] + self::answered($headers);
    }

    /** The picture of a result. */
    public function download(string $url): string {
        // Without the key, and with redirections: results may be on another host.
        return $this->patiently('GET', $url, [CURLOPT_FOLLOWLOCATION => true])[1];
    }

    /** Balance and limits, and what the key may do. */
    public function account(): array {
        return $this->ask('GET', '/v1/account');
    }

    /** Images and credits by day and by operation; days like 2026-11-30, the last 30 unless given. */
    public function usage(?string $from = null, ?string $to = null): array {
        return $this->ask('GET', '/v1/usage', ['from' => $from, 'to' => $to]);
    }

    /** Every result that the account keeps, newest first. */
    public function results(?string $operation = null, ?int $limit = null): Generator {
        return $this->pages('/v1/results', 'results', 'before', ['operation' => $operation, 'limit' => $limit]);
    }

    /**
     * Hands over a photo, the one at image_url, or up to 1,000 image_urls (an array), and is answered at once.
     * The operation is remove, id-photo or portrait-style; its parameters apply to every image.
     */
    public function createJob(string $operation, string|CURLStringFile|null $imageFile, array $parameters = [], ?string $idempotencyKey = null): array {
        if (isset($parameters['image_urls'])) {
            $parameters['image_urls'] = implode("\n", $parameters['image_urls']);
        }
        return self::objectIn($this->post('/v1/jobs', $imageFile, ['operation' => $operation] + $parameters, $idempotencyKey)[1]);
    }

    /** With its first 100 images; jobItems has all. */
    public function job(string $id): array {
        return $this->ask('GET', '/v1/jobs/' . rawurlencode($id));
    }

    /** All of them, newest first. */
    public function jobs(?int $limit = null): Generator {
        return $this->pages('/v1/jobs', 'jobs', 'before', ['limit' => $limit]);
    }

    /** All images of a job as they are now, in the order in which they were sent. */
    public function jobItems(string $id): Generator {
        return $this->pages('/v1/jobs/' . rawurlencode($id), 'items', 'after', []);
    }

    /** Cancels what has not begun; the rest is finished and charged. */
    public function cancelJob(string $id): array {
        return $this->ask('DELETE', '/v1/jobs/' . rawurlencode($id));
    }

    /**
     * The job once it has ended, finished or cancelled; asks from time to time. The server may be away for $patience
     * seconds, for a restart for example. Null if the job has not ended within $timeout seconds; it goes on.
     *
     * @param ?Closure(array): void $onProgress told the job whenever its counts have changed
     */
    public function waitFor(string $id, ?float $timeout = null, ?Closure $onProgress = null, float $patience = 600): ?array {
        $counts = null;
        $begun = $answered = microtime(true);
        for ($pause = 0.5; ; $pause = min(8.0, 2 * $pause)) {
            $wait = $pause;
            try {
                $job = $this->job($id);
                $answered = microtime(true);
                if ($onProgress && $counts !== $job['counts']) {
                    $onProgress($job);
                }
                $counts = $job['counts'];
                if (isset($job['finished_at'])) {
                    return $job;
                }
            } catch (SilhouetteException $error) {
                $wait = max($pause, $error->retryAfter ?? 0);
                if (!$error->isPassing() || microtime(true) + $wait - $answered > $patience) {
                    throw $error;
                }
            }
            if ($timeout !== null && microtime(true) + $wait - $begun > $timeout) {
                return null;
            }
            usleep((int) ($wait * 1e6));
        }
    }

    /**
     * The event of a webhook (Standard Webhooks), once its signature and time are checked. The body exactly as it
     * arrived: file_get_contents('php://input'). Headers: getallheaders(). While a secret is changed, give both.
     */
    public static function verifyWebhook(#[SensitiveParameter] string|array $secrets, array $headers, string $body, ?int $now = null): array {
        $given = array_change_key_case($headers);
        foreach (['webhook-id', 'webhook-timestamp', 'webhook-signature'] as $name) {
            if (!is_string($given[$name] ?? null)) {
                throw new SilhouetteWebhookException("The header $name is missing");
            }
        }
        $sent = $given['webhook-timestamp'];
        if (!preg_match('/^\d{1,12}$/D', $sent) || abs(($now ?? time()) - (int) $sent) > 300) {
            throw new SilhouetteWebhookException('The message is too old, or the clock of one of the machines is wrong');
        }
        foreach ((array) $secrets as $secret) {
            $key = base64_decode(preg_replace('/^whsec_/', '', $secret), true);
            if ($key === false || $key === '') {
                throw new InvalidArgumentException('A secret must be that of the webhook: whsec_ and base64');
            }
            $expected = 'v1,' . base64_encode(hash_hmac('sha256', "{$given['webhook-id']}.$sent.$body", $key, true));
            foreach (explode(' ', $given['webhook-signature']) as $signature) {
                if (hash_equals($expected, $signature)) {
                    return ['id' => $given['webhook-id']] + self::objectIn($body);
                }
            }
        }
        throw new SilhouetteWebhookException('The signature is wrong: check the secret, and that the body is as it arrived');
    }

    private function result(string $path, string|CURLStringFile|null $imageFile, array $parameters, ?string $idempotencyKey): array {
        [$headers, $body] = $this->post($path, $imageFile, $parameters, $idempotencyKey);
        $warnings = preg_split('/[\s,]+/', $headers['x-warnings'] ?? '', -1, PREG_SPLIT_NO_EMPTY);
        return ['url' => self::objectIn($body)['url'], 'warnings' => $warnings] + self::answered($headers);
    }

    private static function answered(array $headers): array {
        return [
            'confidence' => isset($headers['x-confidence']) ? (float) $headers['x-confidence'] : null,
            'notice' => $headers['x-silhouette-notice'] ?? null,
            'replayed' => ($headers['idempotent-replayed'] ?? '') === 'true',
            'request_id' => $headers['x-request-id'] ?? '',
        ];
    }

    private function post(string $path, string|CURLStringFile|null $imageFile, array $parameters, ?string $idempotencyKey): array {
        if (is_string($imageFile) && !is_readable($imageFile)) {
            throw new InvalidArgumentException("$imageFile cannot be read");
        }
        $photo = is_string($imageFile) ? new CURLFile($imageFile, null, 'image_file') : $imageFile;
        $given = array_filter(['image_file' => $photo] + $parameters, fn ($value) => $value !== null);
        $fields = array_map(fn ($value) => is_bool($value) ? ($value ? 'true' : 'false') : $value, $given);
        // The same for every try, so that nothing is done or charged twice.
        $headers = ["X-Api-Key: $this->key", 'Idempotency-Key: ' . ($idempotencyKey ?? bin2hex(random_bytes(16))), 'Expect:'];
        return $this->patiently('POST', $this->server . $path, [CURLOPT_POSTFIELDS => $fields, CURLOPT_HTTPHEADER => $headers]);
    }

    private function ask(string $method, string $path, array $query = []): array {
        $given = http_build_query(array_filter($query, fn ($value) => $value !== null));
        $headers = [CURLOPT_HTTPHEADER => ["X-Api-Key: $this->key", 'Accept: application/json']];
        return self::objectIn($this->patiently($method, $this->server . $path . ($given === '' ? '' : "?$given"), $headers)[1]);
    }

    private function pages(string $path, string $list, string $bookmark, array $query): Generator {
        do {
            $page = $this->ask('GET', $path, $query);
            foreach ($page[$list] as $one) {
                yield $one;
            }
            $query[$bookmark] = $page['next'] ?? null;
        } while ($query[$bookmark] !== null);
    }

    /** @return array{array<string, string>, string} headers by their names in lower case, and the body */
    private function patiently(string $method, string $url, array $options): array {
        for ($failures = 1; ; $failures++) {
            try {
                return $this->send($method, $url, $options);
            } catch (SilhouetteException $error) {
                $usual = min(8, 0.5 * 2 ** ($failures - 1)) * (0.5 + lcg_value() / 2);
                $wait = $error->retryAfter === null ? $usual : $error->retryAfter + lcg_value() / 2;
                if (!$error->isPassing() || $failures > $this->retries || $wait > $this->maxWait) {
                    throw $error;
                }
                if ($this->onRetry) {
                    ($this->onRetry)($error, $wait);
                }
                usleep((int) ($wait * 1e6));
            }
        }
    }

    private function send(string $method, string $url, array $options): array {
        $headers = [];
        $curl = curl_init($url);
        curl_setopt_array($curl, $options + [
            CURLOPT_CUSTOMREQUEST => $method,
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_FOLLOWLOCATION => false, // a redirection would carry the key elsewhere
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_CONNECTTIMEOUT => 10,
            CURLOPT_TIMEOUT => $this->timeout,
            CURLOPT_HEADERFUNCTION => function ($_, string $line) use (&$headers): int {
                [$name, $value] = explode(':', $line, 2) + [1 => ''];
                $headers[strtolower(trim($name))] = trim($value);
                return strlen($line);
            },
        ]);
        $body = curl_exec($curl);
        if ($body === false) {
            throw new SilhouetteException("$this->server cannot be reached: " . curl_error($curl), 0, 'unreachable');
        }
        $status = curl_getinfo($curl, CURLINFO_RESPONSE_CODE);
        return $status < 300 ? [$headers, $body] : throw self::errorOf($status, $headers, $body);
    }

    /** Both dialects of the API are understood; a proxy's words are not. */
    private static function errorOf(int $status, array $headers, string $body): SilhouetteException {
        $errors = json_decode($body, true)['errors'] ?? [];
        $problems = is_array($errors) && array_is_list($errors) ? $errors : [$errors];
        $said = array_map(fn ($it) => $it['message'] ?? implode(': ', array_filter([$it['title'] ?? '', $it['detail'] ?? ''])), $problems);
        $message = implode(' ', $said) ?: "The server answered with status $status, and not in the words of Silhouette";
        $after = $headers['retry-after'] ?? '';
        $seconds = ctype_digit($after) ? (int) $after : (strtotime($after) ? max(0, strtotime($after) - time()) : null);
        return new SilhouetteException($message, $status, $problems[0]['code'] ?? 'unexpected_answer', $headers['x-request-id'] ?? null, $seconds);
    }

    private static function objectIn(string $body): array {
        $value = json_decode($body, true);
        return is_array($value) ? $value : throw new SilhouetteException('The answer is not in the words of Silhouette', 200, 'unexpected_answer');
    }
}
