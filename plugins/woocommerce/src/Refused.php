<?php

declare(strict_types=1);

namespace CryptoCheckout\WooCommerce;

/** The order does not allow it. Asked again, the answer is the same. */
final class Refused extends \RuntimeException
{
    public function __construct(public readonly Note $note)
    {
        parent::__construct($note->key . ' ' . implode(', ', $note->values));
    }
}
