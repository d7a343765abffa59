<?php

declare(strict_types=1);

namespace CryptoCheckout\WooCommerce;

/** The checkout takes no payments before the merchant has done something. The note says what. */
final class Unready extends \RuntimeException
{
    public function __construct(public readonly Note $note)
    {
        parent::__construct($note->key);
    }
}
