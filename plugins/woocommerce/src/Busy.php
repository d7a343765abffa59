<?php

declare(strict_types=1);

namespace CryptoCheckout\WooCommerce;

/** Somebody else has locked the order. Asked again later, it works. */
final class Busy extends \RuntimeException
{
}
