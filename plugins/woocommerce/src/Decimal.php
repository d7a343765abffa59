<?php

declare(strict_types=1);

namespace CryptoCheckout\WooCommerce;

/** Decimals as text, such as prices. A float would change them. */
final class Decimal
{
    /** Writes a decimal without zeros that say nothing: `'050.00'` is `'50'`. Throws for anything else. */
    public static function normalise(string $value): string
    {
        if (preg_match('/^(\d+)(?:\.(\d+))?$/D', trim($value), $parts) !== 1) {
            throw new \InvalidArgumentException("$value is not a decimal.");
        }
        $whole = ltrim($parts[1], '0');
        $fraction = rtrim($parts[2] ?? '', '0');
        return ($whole === '' ? '0' : $whole) . ($fraction === '' ? '' : ".$fraction");
    }

    public static function areEqual(string $a, string $b): bool
    {
        return self::normalise($a) === self::normalise($b);
    }

    public static function isZero(string $value): bool
    {
        return self::normalise($value) === '0';
    }
}
