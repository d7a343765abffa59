<?php

declare(strict_types=1);

namespace CryptoCheckout;

/** @internal Sends requests until there is a final answer. */
final class Transport
{
    /** Proxies answer 502 and 504 while the checkout is down. */
    private const REPEATED_STATUS = [429, 500, 502, 503, 504];
    private const FIRST_DELAY_MS = 500;
    private const MOST_DELAY_MS = 8_000;
    /** The checkout's rate limit counts over a minute: it never asks for more. */
    private const MOST_ASKED_MS = 60_000;

    private const NO_CONNECTION = [
        CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_CONNECT,
    ];
    private const NO_TLS = [
        CURLE_SSL_CONNECT_ERROR, CURLE_SSL_PEER_CERTIFICATE, CURLE_SSL_CACERT, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
        CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_PINNEDPUBKEYNOTMATCH,
        91, // CURLE_SSL_INVALIDCERTSTATUS, which PHP does not name
    ];

    /** Null keys are for the one request that needs none. */
    public function __construct(
        private readonly string $baseUrl,
        private readonly ?string $publicKey = null,
        #[\SensitiveParameter] private readonly ?string $secretKey = null,
        private readonly bool $sign = false,
        private readonly int $timeoutMs = 30_000,
        private readonly int $retries = 2,
        private readonly int $deadlineMs = 60_000,
    ) {
    }

    /** An invalid id must not change the path. */
    public static function checkId(string $id): string
    {
        if (preg_match('/^\w{1,64}$/D', $id) !== 1) {
            throw new \InvalidArgumentException('An id is up to 64 letters, digits and underscores, such as pay_...');
        }
        return $id;
    }

    /**
     * @param array<string, string|int|bool> $query
     * @param array<string, mixed>|null      $body  Null values are left out.
     * @return array<string, mixed>
     */
    public function send(string $method, string $path, array $query = [], ?array $body = null, ?string $idempotencyKey = null): array
    {
        if ($idempotencyKey !== null && preg_match('/^[\x20-\x7e]{1,255}$/D', $idempotencyKey) !== 1) {
            throw new \InvalidArgumentException('idempotencyKey must be 1 to 255 printable ASCII characters.');
        }
        $text = $body === null ? '' : Json::encode((object) array_filter($body, static fn ($value) => $value !== null));
        $headers = ['Accept: application/json'];
        if ($method === 'POST') {
            $headers[] = 'Content-Type: application/json';
            // The same on every try, so that the request takes effect once.
            $headers[] = 'Idempotency-Key: ' . ($idempotencyKey ?? bin2hex(random_bytes(16)));
        }
        $target = $path . ($query === [] ? '' : '?' . http_build_query(array_map(self::writeQueryValue(...), $query)));
        $endMs = self::nowMs() + $this->deadlineMs;
        for ($tries = 1; ; $tries++) {
            try {
                return $this->sendOnce($method, $path, $target, $headers, $text, (int) ($endMs - self::nowMs()));
            } catch (CheckoutApiError | ConnectionError $error) {
                $delayMs = $tries <= $this->retries ? self::computeDelayMs($error, $tries) : null;
                if ($delayMs === null || self::nowMs() + $delayMs >= $endMs) {
                    throw $error;
                }
                usleep($delayMs * 1_000);
            }
        }
    }

    /**
     * @param list<string> $headers
     * @return array<string, mixed>
     */
    private function sendOnce(string $method, string $path, string $target, array $headers, string $body, int $leftMs): array
    {
        $answerHeaders = [];
        $curl = curl_init();
        curl_setopt_array($curl, [
            CURLOPT_URL => $this->baseUrl . $target,
            CURLOPT_CUSTOMREQUEST => $method,
            CURLOPT_HTTPHEADER => [...$headers, ...$this->authorise($method, $path, $body), 'Expect:'],
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            // A redirect would send the secret key to another origin.
            CURLOPT_FOLLOWLOCATION => false,
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_NOSIGNAL => true,
            CURLOPT_TIMEOUT_MS => max(1, min($this->timeoutMs, $leftMs)),
            CURLOPT_HEADERFUNCTION => static function ($curl, string $line) use (&$answerHeaders): int {
                [$name, $value] = explode(':', $line, 2) + [1 => ''];
                $answerHeaders[strtolower(trim($name))] = trim($value);
                return strlen($line);
            },
        ] + ($body === '' ? [] : [CURLOPT_POSTFIELDS => $body]));
        $text = curl_exec($curl);
        if (!is_string($text)) {
            throw $this->describeFailure($method . ' ' . $path, curl_errno($curl));
        }
        $status = (int) curl_getinfo($curl, CURLINFO_RESPONSE_CODE);
        return $this->readAnswer("$method $path", $status, $text, $answerHeaders);
    }

    /**
     * The keys; if asked for, with the HMAC-SHA256 of `<timestamp>.<METHOD>.<path>.<body>`. It is made for each try: the
     * checkout rejects signatures that are 300 s old.
     *
     * @return list<string>
     */
    private function authorise(string $method, string $path, string $body): array
    {
        if ($this->secretKey === null) {
            return [];
        }
        $keys = ["Authorization: Bearer $this->publicKey", "X-Api-Secret: $this->secretKey"];
        if (!$this->sign) {
            return $keys;
        }
        $timestamp = (string) (int) (microtime(true) * 1_000);
        $signature = hash_hmac('sha256', "$timestamp.$method./v1$path.$body", $this->secretKey);
        return [...$keys, "X-Service-Timestamp: $timestamp", "X-Service-Signature: $signature"];
    }

    private function describeFailure(string $name, int $errno): ConnectionError
    {
        if ($errno === CURLE_OPERATION_TIMEDOUT) {
            return new ConnectionError('timeout', "$name: no answer within $this->timeoutMs ms.");
        }
        $origin = (string) preg_replace('~^(https?://[^/]+).*~', '$1', $this->baseUrl);
        $detail = curl_strerror($errno);
        return match (true) {
            in_array($errno, self::NO_CONNECTION, true) => new ConnectionError('unreachable', "$name: $origin cannot be reached ($detail)."),
            in_array($errno, self::NO_TLS, true) => new ConnectionError('insecure', "$name: no secure connection to $origin ($detail): check its certificate, and that it speaks https."),
            default => new ConnectionError('interrupted', "$name: the connection to $origin broke ($detail)."),
        };
    }

    /**
     * The resource in an answer. Text that is not the checkout's, such as a proxy's page, is never repeated.
     *
     * @param array<string, string> $headers
     * @return array<string, mixed>
     */
    private function readAnswer(string $name, int $status, string $text, array $headers): array
    {
        $isDone = $status >= 200 && $status < 300;
        if (!$isDone && $this->secretKey !== null) {
            // A proxy may echo what it was sent.
            $text = str_replace($this->secretKey, 'sk_...', $text);
        }
        try {
            $value = Json::decode($text);
        } catch (\JsonException) {
            $value = null;
        }
        if ($isDone && is_array($value) && isset($value['object'])) {
            return $value;
        }
        $retryAfterMs = self::parseRetryAfterMs($headers['retry-after'] ?? '');
        $error = $isDone || !is_array($value) ? null : $value['error'] ?? null;
        if (is_array($error) && is_string($error['code'] ?? null) && is_string($error['message'] ?? null)) {
            throw new CheckoutApiError(
                "$name: {$error['message']}",
                $error['code'],
                (string) ($error['type'] ?? 'api_error'),
                isset($error['param']) ? (string) $error['param'] : null,
                isset($error['requestId']) ? (string) $error['requestId'] : null,
                $status,
                $retryAfterMs,
            );
        }
        throw CheckoutApiError::unexpected(
            "$name: the answer, HTTP $status, is not the checkout's: check baseUrl and what stands in between.",
            $status,
            null,
            $headers['x-request-id'] ?? null,
            $retryAfterMs,
        );
    }

    /**
     * Milliseconds until a retry; null if the request must not be repeated. The delay doubles each time, with random
     * spread so that clients that failed together do not return together.
     */
    private static function computeDelayMs(CheckoutApiError|ConnectionError $error, int $tries): ?int
    {
        $isPassing = match (true) {
            $error instanceof ConnectionError => $error->code !== 'insecure',
            // An earlier try got no answer and is still being processed.
            default => in_array($error->status, self::REPEATED_STATUS, true) || $error->code === 'idempotency_in_progress',
        };
        $askedMs = $error instanceof CheckoutApiError ? $error->retryAfterMs ?? 0 : 0;
        if (!$isPassing || $askedMs > self::MOST_ASKED_MS) {
            return null;
        }
        $backOffMs = min(self::MOST_DELAY_MS, self::FIRST_DELAY_MS * 2 ** ($tries - 1));
        return $askedMs + random_int(intdiv($backOffMs, 2), $backOffMs);
    }

    /** `Retry-After` (RFC 9110, section 10.2.3), in seconds or as a date; null if it is neither. */
    private static function parseRetryAfterMs(string $header): ?int
    {
        if (preg_match('/^\d{1,9}$/D', $header) === 1) {
            return (int) $header * 1_000;
        }
        $time = $header === '' ? false : strtotime($header);
        return $time === false ? null : max(0, $time - time()) * 1_000;
    }

    private static function writeQueryValue(string|int|bool $value): string
    {
        return is_bool($value) ? ($value ? 'true' : 'false') : (string) $value;
    }

    private static function nowMs(): int
    {
        return intdiv(hrtime(true), 1_000_000);
    }

    /** Keeps the secret key out of dumps. */
    public function __debugInfo(): array
    {
        return ['baseUrl' => $this->baseUrl, 'publicKey' => $this->publicKey];
    }
}
