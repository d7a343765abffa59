<?php

declare(strict_types=1);

namespace CryptoCheckout;

/** The checkout refused, or the answer is not the checkout's. The message says what to do next and contains no secret. */
final class CheckoutApiError extends \RuntimeException
{
    /** @var string A code from the API's documentation; `unexpected_answer` if the answer is not the checkout's. */
    public $code;

    /**
     * @param string      $type         `invalid_request_error`, `authentication_error`, `permission_error`,
     *                                  `rate_limit_error` or `api_error`.
     * @param string|null $param        The invalid parameter.
     * @param string|null $requestId    Identifies the request in the checkout's log.
     * @param int         $status       HTTP status.
     * @param int|null    $retryAfterMs The time that the answer asks to wait.
     */
    public function __construct(
        string $message,
        string $code,
        public readonly string $type,
        public readonly ?string $param,
        public readonly ?string $requestId,
        public readonly int $status,
        public readonly ?int $retryAfterMs = null,
        ?\Throwable $previous = null,
    ) {
        parent::__construct($message, 0, $previous);
        $this->code = $code;
    }

    /** @internal */
    public static function unexpected(string $message, int $status, ?\Throwable $previous = null, ?string $requestId = null, ?int $retryAfterMs = null): self
    {
        return new self($message, 'unexpected_answer', 'api_error', null, $requestId, $status, $retryAfterMs, $previous);
    }
}
