<?php

declare(strict_types=1);

namespace CryptoCheckout\WooCommerce\WordPress;

use CryptoCheckout\WooCommerce\Memory;
use CryptoCheckout\WooCommerce\Note;
use CryptoCheckout\WooCommerce\NotWritten;
use CryptoCheckout\WooCommerce\Order;
use CryptoCheckout\WooCommerce\OrderFacts;

/** An order of WooCommerce. */
final class WooOrder extends Order
{
    private const MEMORY = '_crypto_checkout';

    public function __construct(private \WC_Order $order)
    {
    }

    public function read(): OrderFacts
    {
        return new OrderFacts(
            id: (string) $this->order->get_id(),
            number: (string) $this->order->get_order_number(),
            status: $this->order->get_status(),
            // WooCommerce computes with floats, so it is text with the decimals of the shop.
            total: wc_format_decimal($this->order->get_total(), wc_get_price_decimals()),
            currency: $this->order->get_currency(),
            isOurs: $this->order->get_payment_method() === Gateway::ID,
            // Stored in the row of the status, so that both are written or neither is.
            transactionId: $this->order->get_date_paid() === null ? '' : (string) $this->order->get_transaction_id(),
            memory: Memory::fromJson((string) $this->order->get_meta(self::MEMORY)),
            redirectUrl: $this->order->get_checkout_order_received_url(),
            cancelUrl: $this->order->get_checkout_payment_url(),
        );
    }

    public function note(Note $note, bool $forPayer = false): void
    {
        $this->order->add_order_note(Plugin::write($note, $forPayer), $forPayer ? 1 : 0);
    }

    protected function store(Memory $memory, ?string $status): void
    {
        $this->order->update_meta_data(self::MEMORY, $memory->toJson());
        if ($status !== null) {
            $this->order->set_status($status);
        }
        $this->order->save();
    }

    protected function complete(Memory $memory, string $paymentId): void
    {
        $this->order->update_meta_data(self::MEMORY, $memory->toJson());
        if ($this->order->get_payment_method() !== Gateway::ID) {
            // A refund goes through the way that has the money.
            $this->order->set_payment_method(new Gateway());
        }
        $this->order->payment_complete($paymentId);
    }

    protected function reload(): void
    {
        $id = $this->order->get_id();
        $this->order = WordPressShop::load($id) ?? throw new NotWritten("Order $id is gone.");
    }

    protected function moveStock(bool $reduces): void
    {
        $reduces ? wc_maybe_reduce_stock_levels($this->order->get_id()) : wc_maybe_increase_stock_levels($this->order->get_id());
    }

    protected function mailMerchant(Note $subject, ?Note $text): void
    {
        $body = ($text === null ? '' : Plugin::write($text)) . "\n" . $this->order->get_edit_order_url();
        wp_mail(get_option('admin_email'), Plugin::write($subject), $body);
    }
}
