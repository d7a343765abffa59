<?php

declare(strict_types=1);

namespace CryptoCheckout;

/**
 * A checkout's API over HTTP. GET and POST are sent again after temporary failures. Every try of a POST has the same
 * `Idempotency-Key`, so it takes effect once. Operations throw CheckoutApiError, ConnectionError, and
 * InvalidArgumentException for input that cannot be sent.
 */
final class Client
{
    public readonly Payments $payments;
    public readonly Refunds $refunds;
    public readonly PaymentMethods $paymentMethods;
    public readonly Events $events;

    /**
     * @param string $baseUrl    Ends in `/v1`, for the sandbox in `/sandbox/v1`.
     * @param string $publicKey  `pk_...`
     * @param string $secretKey  `sk_...`
     * @param bool   $sign       Signs each request, which a key may require.
     * @param int    $timeoutMs  For each try, up to the last byte of the answer.
     * @param int    $retries    The number of times that a request is sent again, at most 10.
     * @param int    $deadlineMs For all tries together, with the waits between them.
     */
    public function __construct(
        string $baseUrl,
        string $publicKey,
        #[\SensitiveParameter] string $secretKey,
        bool $sign = false,
        int $timeoutMs = 30_000,
        int $retries = 2,
        int $deadlineMs = 60_000,
    ) {
        // Never show a key: in the wrong place, it may be the secret.
        self::check(preg_match('~^https?://[^?#@\\\\\s]+/v1$~D', $baseUrl) === 1, 'baseUrl must be an http or https URL that ends in /v1, without credentials.');
        self::check(preg_match('/^pk_[\w-]+$/D', $publicKey) === 1, 'publicKey must be a public key: pk_...');
        self::check(preg_match('/^sk_[\w-]+$/D', $secretKey) === 1, 'secretKey must be a secret key: sk_...');
        self::check($timeoutMs > 0 && $deadlineMs > 0, 'timeoutMs and deadlineMs must be positive.');
        self::check($retries >= 0 && $retries <= 10, 'retries must be 0 to 10.');
        $transport = new Transport($baseUrl, $publicKey, $secretKey, $sign, $timeoutMs, $retries, $deadlineMs);
        $this->payments = new Payments($transport);
        $this->refunds = new Refunds($transport);
        $this->paymentMethods = new PaymentMethods($transport);
        $this->events = new Events($transport);
    }

    private static function check(bool $isValid, string $message): void
    {
        if (!$isValid) {
            throw new \InvalidArgumentException($message);
        }
    }
}
