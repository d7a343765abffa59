<?php

declare(strict_types=1);

namespace CryptoCheckout;

/**
 * No answer came after all tries. `unreachable`: no connection was made. `insecure`: TLS failed, by the certificate or
 * the handshake; it is tried once. In both cases nothing was sent. `interrupted` and `timeout`: the request may or may
 * not have been carried out.
 */
final class ConnectionError extends \RuntimeException
{
    /** @var string `unreachable`, `insecure`, `interrupted` or `timeout` */
    public $code;

    public function __construct(string $code, string $message)
    {
        parent::__construct($message);
        $this->code = $code;
    }

    /** True if the request may have been carried out. */
    public function isUncertain(): bool
    {
        return $this->code === 'interrupted' || $this->code === 'timeout';
    }
}
