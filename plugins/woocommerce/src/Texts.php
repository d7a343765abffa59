<?php

declare(strict_types=1);

namespace CryptoCheckout\WooCommerce;

use CryptoCheckout\Payment;

/** The texts for people, by their names. They are made from `texts/` and from those of the payment page. */
final class Texts
{
    /** @param array<string, string> $texts */
    private function __construct(private readonly array $texts)
    {
    }

    /** The texts for payers, in the languages of the payment page. */
    public static function forPayer(string $locale): self
    {
        return self::load('payer', $locale);
    }

    /** The texts for merchants, in the languages of the dashboard. */
    public static function forMerchant(string $locale): self
    {
        return self::load('merchant', $locale);
    }

    /** The texts of a locale such as `pt_BR`; English if there are none in its language. */
    private static function load(string $reader, string $locale): self
    {
        $folder = dirname(__DIR__) . "/languages/$reader";
        $language = strtolower((string) strtok($locale, '_-'));
        $isThere = preg_match('/^[a-z]{2,3}$/D', $language) === 1 && is_file("$folder/$language.php");
        return new self(require $isThere ? "$folder/$language.php" : "$folder/en.php");
    }

    public function get(string $name, string $merchant = '', string $network = ''): string
    {
        return strtr($this->texts[$name], ['{merchant}' => $merchant, '{network}' => $network]);
    }

    /**
     * The state of a payment for its payer. `url` is the payment page, while it can be paid.
     *
     * @return array{title: string, detail: string, url: ?string, pay: string}
     */
    public function describe(Payment $payment, string $merchant): array
    {
        $state = match ($payment->status) {
            'created' => 'awaiting',
            'partially_paid' => 'remainder',
            'processing' => 'seen',
            'completed' => 'completed',
            default => in_array('late', $payment->exceptions, true) ? 'late' : $payment->status,
        };
        return [
            'title' => $this->get("{$state}_title"),
            'detail' => $this->get("{$state}_detail", $merchant, ucfirst($payment->network)),
            'url' => in_array($state, ['awaiting', 'remainder'], true) ? $payment->url : null,
            'pay' => $this->get('pay'),
        ];
    }
}
