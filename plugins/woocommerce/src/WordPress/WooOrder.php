<?php

declare(strict_types=1);

namespace CryptoCheckout\WooCommerce\WordPress;

use CryptoCheckout\WooCommerce\Decision;
use CryptoCheckout\WooCommerce\Memory;
use CryptoCheckout\WooCommerce\Note;
use CryptoCheckout\WooCommerce\Order;
use CryptoCheckout\WooCommerce\Texts;

/** An order of WooCommerce. */
final class WooOrder implements Order
{
    private const MEMORY = '_crypto_checkout';
    public const ATTENTION = '_crypto_checkout_attention';

    public function __construct(private readonly \WC_Order $order)
    {
    }

    public function getId(): string
    {
        return (string) $this->order->get_id();
    }

    public function getNumber(): string
    {
        return (string) $this->order->get_order_number();
    }

    public function getStatus(): string
    {
        return $this->order->get_status();
    }

    public function getTotal(): string
    {
        // WooCommerce computes with floats, so it is text with the decimals of the shop.
        return wc_format_decimal($this->order->get_total(), wc_get_price_decimals());
    }

    public function getCurrency(): string
    {
        return $this->order->get_currency();
    }

    public function isOurs(): bool
    {
        return $this->order->get_payment_method() === Gateway::ID;
    }

    /**
     * WooCommerce's transaction id is stored in the row of the status, so that both are written or neither is. The order's
     * record says whether it is ours: ids of Razorpay begin with `pay_`, too.
     */
    public function getPaidBy(): ?string
    {
        $id = (string) $this->order->get_transaction_id();
        $isOurs = in_array($id, $this->getMemory()->payments, true);
        return $isOurs && $this->order->get_date_paid() !== null ? $id : null;
    }

    public function getMemory(): Memory
    {
        return Memory::fromJson((string) $this->order->get_meta(self::MEMORY));
    }

    public function save(Memory $memory, ?Decision $decision = null): void
    {
        $this->order->update_meta_data(self::MEMORY, $memory->toJson());
        $this->order->update_meta_data(self::ATTENTION, $memory->attention ? 'yes' : 'no');
        if ($decision?->completes) {
            if (!$this->isOurs()) {
                // A refund goes through the way that has the money.
                $this->order->set_payment_method(new Gateway());
            }
            // It answers true also if a plug-in or the status let it do nothing.
            if (!$this->order->payment_complete($decision->paymentId) || $this->getPaidBy() !== $decision->paymentId) {
                throw new \RuntimeException("Order {$this->getId()} could not be completed.");
            }
        } else {
            if ($decision?->status !== null) {
                $this->order->set_status($decision->status);
            }
            $this->order->save();
        }
        // WooCommerce does some of this by itself, and each only once.
        match ($decision?->stock) {
            'reduce' => wc_maybe_reduce_stock_levels($this->order->get_id()),
            'restore' => wc_maybe_increase_stock_levels($this->order->get_id()),
            default => null,
        };
        if ($decision?->note) {
            $this->note($decision->note);
        }
        if ($decision?->attention) {
            $this->mailMerchant($decision->note);
        }
    }

    public function note(Note $note, bool $forPayer = false): void
    {
        $this->order->add_order_note(self::translate($note), $forPayer ? 1 : 0);
    }

    public function getUrls(): array
    {
        return [
            'redirectUrl' => $this->order->get_checkout_order_received_url(),
            'cancelUrl' => $this->order->get_checkout_payment_url(),
        ];
    }

    /** Notes of the merchant are translated as all plug-ins' texts are. The payer's are in the languages of the payment page. */
    public static function translate(Note $note): string
    {
        if ($note->key === 'refund_collect') {
            // In the admin, the language of the request is the merchant's.
            $texts = Texts::of(get_locale());
            return "{$texts->get('refund_title')}: {$texts->get('refund_amount')} {$note->values[0]}. {$note->values[1]}";
        }
        return vsprintf(__(Note::TEXTS[$note->key], 'crypto-checkout'), $note->values);
    }

    private function mailMerchant(?Note $note): void
    {
        $subject = sprintf(__('Order %s needs a look', 'crypto-checkout'), $this->getNumber());
        wp_mail(get_option('admin_email'), $subject, ($note ? self::translate($note) : '') . "\n" . $this->order->get_edit_order_url());
    }
}
