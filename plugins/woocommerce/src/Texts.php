<?php

declare(strict_types=1);

namespace CryptoCheckout\WooCommerce;

use CryptoCheckout\Payment;

/** The texts for payers, in the languages of the payment page. */
final class Texts
{
    /** @param array<string, string> $texts */
    private function __construct(private readonly array $texts)
    {
    }

    /** The texts of a locale such as `pt_BR`; English if there are none in its language. */
    public static function of(string $locale): self
    {
        $language = strtolower((string) strtok($locale, '_-'));
        $file = dirname(__DIR__) . "/languages/$language.php";
        return new self(require preg_match('/^[a-z]{2,3}$/D', $language) && is_file($file) ? $file : dirname(__DIR__) . '/languages/en.php');
    }

    public function get(string $name, string $merchant = '', string $network = ''): string
    {
        return strtr($this->texts[$name], ['{merchant}' => $merchant, '{network}' => $network]);
    }

    /**
     * The state of a payment for its payer.
     *
     * @return array{title: string, detail: string, canPay: bool}
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
            'canPay' => $state === 'awaiting' || $state === 'remainder',
        ];
    }
}
