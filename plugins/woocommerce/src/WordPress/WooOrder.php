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

    /** The price is the one that filters of other plug-ins show to the payer. `edit`: as it is stored. */
    public function read(): OrderFacts
    {
        $order = $this->order;
        $total = $order->get_total();
        return new OrderFacts(
            id: (string) $order->get_id(),
            number: Plugin::toText($order->get_order_number()) ?: (string) $order->get_id(),
            status: Plugin::toText($order->get_status('edit')),
            // WooCommerce computes with floats, so it is text with the decimals of the shop.
            total: wc_format_decimal(is_numeric($total) ? $total : $order->get_total('edit'), wc_get_price_decimals()),
            currency: Plugin::toText($order->get_currency()) ?: Plugin::toText($order->get_currency('edit')),
            isOurs: $order->get_payment_method('edit') === Gateway::ID,
            // Stored in the row of the status, so that both are written or neither is.
            transactionId: $order->get_date_paid('edit') === null ? '' : Plugin::toText($order->get_transaction_id('edit')),
            memory: Memory::fromJson(Plugin::toText($order->get_meta(self::MEMORY, true, 'edit'))),
            redirectUrl: self::toUrl($order->get_checkout_order_received_url()),
            cancelUrl: self::toUrl($order->get_checkout_payment_url()),
        );
    }

    /** Null for anything to which a browser could not be led back. */
    private static function toUrl(mixed $value): ?string
    {
        return preg_match('~^https?://~i', Plugin::toText($value)) === 1 ? $value : null;
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
        $body = ($text === null ? '' : Plugin::write($text)) . "\n" . Plugin::toText($this->order->get_edit_order_url());
        wp_mail(get_option('admin_email'), Plugin::write($subject), $body);
    }
}
