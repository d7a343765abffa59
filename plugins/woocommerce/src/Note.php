<?php

declare(strict_types=1);

namespace CryptoCheckout\WooCommerce;

/** A sentence for the merchant, or for the payer of a refund. The table has each text once, in English. */
final class Note
{
    public const TEXTS = [
        'part' => 'A part of the payment has arrived: %1$s.',
        'seen' => 'The payment was found on the network and is being confirmed. Do not deliver yet.',
        'paid' => 'The payment is complete: %1$s.',
        'over' => 'More than the price has arrived: %1$s. Look at the payment, and refund what is too much.',
        'ended' => 'The payment has ended without money.',
        'short' => 'The payment has ended with less than the price: %1$s. Look at it: accept it, or refund it.',
        'late' => 'Money arrived after the end of the payment: %1$s. Look at it: accept it, or refund it.',
        'other_price' => 'A payment of %1$s is complete, but this is not the price of the order. Refund it, or deliver.',
        'after_cancel' => 'The order was cancelled, and money arrived for it: %1$s. Refund it, or deliver.',
        'second' => 'The order is paid already, and money arrived for it again: %1$s. Refund it.',
        'reverted' => 'The network took back the money that paid this order. Do not deliver before you have looked at it.',
        'refund_made' => 'A refund of %1$s was made.',
        'refund_sign' => 'A refund of %1$s waits for a signature of your wallet: %2$s',
        'refund_collect' => 'You get back %1$s. Please enter the address to which it shall go: %2$s',
        'refund_lost' => 'A refund of %1$s waits for an address, but its page is lost. Cancel it in the checkout, and make it again.',
        'refund_submitted' => 'The refund of %1$s is on its way.',
        'refund_completed' => 'The refund of %1$s has arrived.',
        'refund_failed' => 'The refund of %1$s has failed, though the order shows it. Make it again in the checkout: %2$s',
        'refund_cancelled' => 'The refund of %1$s was cancelled in the checkout, though the order shows it.',
        'not_paid' => 'No payment of the checkout has paid this order.',
        'is_paid' => 'This order is paid.',
        'is_cancelled' => 'This order was cancelled.',
        'on_its_way' => 'A payment of this order is on its way.',
        'interrupted' => 'A refund of %1$s was interrupted. Refund exactly this amount to complete it, or cancel it in the checkout.',
        'refused' => 'The checkout refused: %1$s',
        'link' => 'Payment: %1$s',
    ];

    /** @param list<string> $values Amounts and addresses. */
    private function __construct(public readonly string $text, public readonly array $values, public readonly string $key)
    {
    }

    public static function of(string $key, string ...$values): self
    {
        return new self(vsprintf(self::TEXTS[$key], $values), $values, $key);
    }
}
