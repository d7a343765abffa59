<?php

declare(strict_types=1);

namespace CryptoCheckout\WooCommerce\Tests;

use CryptoCheckout\WooCommerce\Memory;
use CryptoCheckout\WooCommerce\Note;
use CryptoCheckout\WooCommerce\Order;
use CryptoCheckout\WooCommerce\OrderFacts;

/** An order that does what WooCommerce's does, as far as payments see it. */
final class FileOrder extends Order
{
    /**
     * @param array<string, mixed>       $fields
     * @param \Closure(array): void      $store
     */
    public function __construct(public array $fields, private readonly \Closure $store)
    {
        $this->fields += ['isOurs' => true, 'paidBy' => null, 'paid' => null, 'memory' => '{}', 'notes' => [], 'payerNotes' => [], 'mails' => [], 'stock' => 'free', 'completions' => 0];
    }

    public function read(): OrderFacts
    {
        return new OrderFacts(
            id: $this->fields['number'],
            number: $this->fields['number'],
            status: $this->fields['status'],
            total: $this->fields['total'],
            currency: $this->fields['currency'],
            isOurs: $this->fields['isOurs'],
            transactionId: $this->fields['paidBy'] ?? '',
            memory: Memory::fromJson($this->fields['memory']),
            redirectUrl: 'https://shop.example.com/received',
            cancelUrl: 'https://shop.example.com/cart',
        );
    }

    public function note(Note $note, bool $forPayer = false): void
    {
        $this->fields[$forPayer ? 'payerNotes' : 'notes'][] = $note->key;
        ($this->store)($this->fields);
    }

    protected function store(Memory $memory, ?string $status): void
    {
        $this->fields['memory'] = $memory->toJson();
        $this->change('status', $status ?? $this->fields['status']);
    }

    protected function complete(Memory $memory, string $paymentId): void
    {
        $paid = ['amount' => $this->fields['total'], 'currency' => $this->fields['currency'], 'payment' => $paymentId];
        $this->fields = ['status' => 'processing', 'isOurs' => true, 'paidBy' => $paymentId, 'paid' => $paid, 'memory' => $memory->toJson()] + $this->fields;
        $this->change('completions', $this->fields['completions'] + 1);
    }

    protected function reload(): void
    {
    }

    protected function moveStock(bool $reduces): void
    {
        $this->change('stock', $reduces ? 'taken' : 'free');
    }

    protected function mailMerchant(Note $subject, ?Note $text): void
    {
        $this->change('mails', [...$this->fields['mails'], $text?->key]);
    }

    /** Changes a field as the merchant or the payer would in the shop. */
    public function change(string $name, mixed $value): void
    {
        $this->fields[$name] = $value;
        ($this->store)($this->fields);
    }
}
