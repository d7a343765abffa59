<?php

declare(strict_types=1);

namespace CryptoCheckout\WooCommerce;

/** An order's record of its payments. It is stored with the order, as JSON. */
final class Memory
{
    /** Id of the payment to which the payer is sent. */
    public ?string $current = null;
    /** The price of the current payment: amount and currency. */
    public ?string $price = null;
    /** @var list<string> Ids of all payments of the order, the newest last. */
    public array $payments = [];
    /** @var array<string, string> What was reported of each payment last, so that nothing is reported twice. */
    public array $reported = [];
    /** True if the merchant has to look at the order. */
    public bool $attention = false;
    /**
     * Refunds by our own id. `open`: the answer of the checkout is missing, so the shop has not booked it.
     *
     * @var array<string, array{id: ?string, amount: string, status: ?string, url: ?string, open: bool}>
     */
    public array $refunds = [];

    public static function fromJson(string $text): self
    {
        $memory = new self();
        $fields = json_decode($text, true);
        foreach (is_array($fields) ? $fields : [] as $name => $value) {
            if (property_exists($memory, $name)) {
                $memory->$name = $value;
            }
        }
        return $memory;
    }

    public function toJson(): string
    {
        return json_encode(get_object_vars($this), JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES);
    }

    /** Notes what a decision reports, so that it is reported once. */
    public function report(Decision $decision): void
    {
        $this->reported[$decision->paymentId] = $decision->report;
        $this->attention = $this->attention || $decision->attention;
    }

    /** Makes a payment the one to which the payer is sent. */
    public function send(string $paymentId, string $price): void
    {
        $this->current = $paymentId;
        $this->price = $price;
        $this->payments = array_values(array_unique([...$this->payments, $paymentId]));
    }

    /** Adds a payment of which nothing was noted. The payer was sent to it if there is no other. */
    public function adopt(string $paymentId, string $price): void
    {
        if ($this->current === null) {
            $this->send($paymentId, $price);
        } else {
            $this->payments[] = $paymentId;
        }
    }
}
