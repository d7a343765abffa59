<?php

declare(strict_types=1);

namespace CryptoCheckout\WooCommerce;

/** A sentence of `texts/`, with its amounts and addresses. It is for the merchant, and `refund_collect` for the payer. */
final class Note
{
    /** @param list<string> $values */
    private function __construct(public readonly string $key, public readonly array $values)
    {
    }

    public static function of(string $key, string ...$values): self
    {
        return new self($key, $values);
    }

    /**
     * Writes it in the language of a locale. `$translate` knows other languages than `texts/`, by its sentence. It may answer
     * anything, such as a sentence with other values.
     */
    public function write(string $locale, callable $translate): string
    {
        if ($this->key === 'refund_collect') {
            $texts = Texts::forPayer($locale);
            return "{$texts->get('refund_title')}: {$texts->get('refund_amount')} {$this->values[0]}. {$this->values[1]}";
        }
        $text = Texts::forMerchant($locale)->get($this->key);
        $translated = $translate($text);
        try {
            return vsprintf(is_string($translated) ? $translated : $text, $this->values);
        } catch (\ValueError) {
            return vsprintf($text, $this->values);
        }
    }
}
