<?php

declare(strict_types=1);

namespace CryptoCheckout\WooCommerce\Tests;

use CryptoCheckout\WooCommerce\Decision;
use CryptoCheckout\WooCommerce\Memory;
use CryptoCheckout\WooCommerce\Note;
use CryptoCheckout\WooCommerce\Order;

/** An order that does what WooCommerce's does, as far as payments see it. */
final class FileOrder implements Order
{
    /**
     * @param array<string, mixed>       $fields
     * @param \Closure(array): void      $store
     */
    public function __construct(public array $fields, private readonly \Closure $store)
    {
        $this->fields += ['isOurs' => true, 'paidBy' => null, 'paid' => null, 'memory' => '{}', 'notes' => [], 'payerNotes' => [], 'stock' => 'free', 'completions' => 0];
    }

    public function getId(): string
    {
        return $this->fields['number'];
    }

    public function getNumber(): string
    {
        return $this->fields['number'];
    }

    public function getStatus(): string
    {
        return $this->fields['status'];
    }

    public function getTotal(): string
    {
        return $this->fields['total'];
    }

    public function getCurrency(): string
    {
        return $this->fields['currency'];
    }

    public function isOurs(): bool
    {
        return $this->fields['isOurs'];
    }

    public function getPaidBy(): ?string
    {
        return $this->fields['paidBy'];
    }

    public function getMemory(): Memory
    {
        return Memory::fromJson($this->fields['memory']);
    }

    public function save(Memory $memory, ?Decision $decision = null): void
    {
        $this->fields['memory'] = $memory->toJson();
        if ($decision?->completes) {
            $this->fields['status'] = 'processing';
            $this->fields['isOurs'] = true;
            $this->fields['paidBy'] = $decision->paymentId;
            $this->fields['paid'] = ['amount' => $this->getTotal(), 'currency' => $this->getCurrency(), 'payment' => $decision->paymentId];
            $this->fields['completions']++;
        }
        $this->fields['status'] = $decision?->status ?? $this->fields['status'];
        $this->fields['stock'] = ['reduce' => 'taken', 'restore' => 'free'][$decision?->stock ?? ''] ?? $this->fields['stock'];
        if ($decision?->note) {
            $this->fields['notes'][] = $decision->note->key;
        }
        ($this->store)($this->fields);
    }

    public function note(Note $note, bool $forPayer = false): void
    {
        $this->fields[$forPayer ? 'payerNotes' : 'notes'][] = $note->key;
        ($this->store)($this->fields);
    }

    public function getUrls(): array
    {
        return ['redirectUrl' => 'https://shop.example.com/received', 'cancelUrl' => 'https://shop.example.com/cart'];
    }

    /** Changes a field as the merchant or the payer would in the shop. */
    public function change(string $name, mixed $value): void
    {
        $this->fields[$name] = $value;
        ($this->store)($this->fields);
    }
}
