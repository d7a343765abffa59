<?php

declare(strict_types=1);

namespace CryptoCheckout\WooCommerce;

use CryptoCheckout\CheckoutApiError;
use CryptoCheckout\ConnectionError;

/** What payers and merchants ask of the plug-in. What goes wrong is answered in words. */
final class Till
{
    public function __construct(private readonly Shop $shop)
    {
    }

    /** True if payers can choose our way to pay. */
    public function isOpen(): bool
    {
        return Connection::load($this->shop) !== null;
    }

    /** The way to pay in a sentence, for payers. */
    public function describeMethod(string $locale): string
    {
        $texts = Texts::forPayer($locale);
        $isTest = Connection::load($this->shop)?->livemode === false;
        return "{$texts->get('pay')} / {$texts->get('pay_from_exchange')}" . ($isTest ? " {$texts->get('test_mode')}" : '');
    }

    /** The address of the payment page, or why there is none. */
    public function pay(string $orderId): string|Note
    {
        try {
            return $this->openCheckout()->pay($orderId)->url;
        } catch (Refused $refused) {
            return $refused->note;
        } catch (\Throwable $error) {
            // Hooks of other plug-ins throw anything. The payer can choose another way to pay.
            $this->shop->log($error);
            return Note::of('unavailable');
        }
    }

    /**
     * Null once the checkout has made the refund, which may still wait for a signature or the payer's address. Otherwise why
     * it has not.
     */
    public function refund(string $orderId, string $amount, string $reason): ?Note
    {
        try {
            $this->openCheckout()->refundNext($orderId, $amount, $reason);
            return null;
        } catch (Refused $refused) {
            return $refused->note;
        } catch (CheckoutApiError | ConnectionError | Busy | NotWritten $error) {
            return Note::of('refund_again', $error->getMessage());
        } catch (\RuntimeException $error) {
            return Note::of('refund_failure', $error->getMessage());
        }
    }

    /**
     * How the payment of an order is, for its payer; null if it has none. `url` is the payment page, while it can be paid.
     *
     * @return array{title: string, detail: string, url: ?string, pay: string}|null
     */
    public function describePayment(string $orderId, string $locale, string $merchant): ?array
    {
        try {
            $payment = $this->openCheckout()->refresh($orderId);
        } catch (\Throwable $error) {
            $this->shop->log($error);
            return null;
        }
        return $payment === null ? null : Texts::forPayer($locale)->describe($payment, $merchant);
    }

    private function openCheckout(): Checkout
    {
        $connection = Connection::load($this->shop) ?? throw new \RuntimeException('The shop is not connected to a checkout.');
        return $connection->openCheckout($this->shop);
    }
}
