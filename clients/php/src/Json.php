<?php

declare(strict_types=1);

namespace CryptoCheckout;

/** JSON whose numbers stay exact: a decimal is text, since a float would change it. */
final class Json
{
    /** A decimal outside the strings, which are skipped. Whole numbers need nothing: PHP keeps them exact. */
    private const DECIMAL = '/"(?:[^"\\\\]++|\\\\.)*+"(*SKIP)(*FAIL)'
        . '|-?(?:0|[1-9]\d*+)(?:\.\d++(?:[eE][+-]?\d++)?|[eE][+-]?\d++)/s';

    /** Reads JSON: `{"amount": 49.90}` is `['amount' => '49.90']`. Throws JsonException. */
    public static function decode(string $text): mixed
    {
        $exact = preg_replace(self::DECIMAL, '"$0"', $text) ?? throw new \JsonException(preg_last_error_msg());
        return json_decode($exact, true, 512, JSON_THROW_ON_ERROR | JSON_BIGINT_AS_STRING);
    }

    /** Writes JSON. Throws InvalidArgumentException for a float, and JsonException. */
    public static function encode(mixed $value): string
    {
        self::refuseFloats($value, '');
        return json_encode($value, JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE);
    }

    private static function refuseFloats(mixed $value, string $path): void
    {
        if (is_float($value)) {
            throw new \InvalidArgumentException("$path is a float, which is not exact: send it as text.");
        }
        foreach (is_iterable($value) || $value instanceof \stdClass ? (array) $value : [] as $name => $inner) {
            self::refuseFloats($inner, ltrim("$path.$name", '.'));
        }
    }
}
