<?php

declare(strict_types=1);

namespace CryptoCheckout;

/** The message is not the checkout's, or is not fresh. The error's message says what to check and contains no secret. */
final class WebhookVerificationError extends \RuntimeException
{
    /** @var string `missing_header`, `invalid_timestamp`, `too_old`, `too_new`, `invalid_signature` or `invalid_body` */
    public $code;

    public function __construct(string $code, string $message)
    {
        parent::__construct($message);
        $this->code = $code;
    }
}
