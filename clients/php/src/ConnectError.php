<?php

declare(strict_types=1);

namespace CryptoCheckout;

/** The person declined, or the answer belongs to another request. */
final class ConnectError extends \RuntimeException
{
    /** @var string `access_denied`, `invalid_state`, or another error of RFC 6749 */
    public $code;

    public function __construct(string $code, string $message)
    {
        parent::__construct($message);
        $this->code = $code;
    }
}
