<?php

declare(strict_types=1);

namespace CryptoCheckout\WooCommerce;

/** An order of the shop, as far as its payments concern it. */
interface Order
{
    public function getId(): string;

    /** The number that people see. */
    public function getNumber(): string;

    /** Without `wc-`, such as `pending`. */
    public function getStatus(): string;

    /** The price as a decimal. */
    public function getTotal(): string;

    public function getCurrency(): string;

    /** True if the payer's last choice is our way to pay. */
    public function isOurs(): bool;

    /** Id of the payment that paid the order; null if none of ours did. */
    public function getPaidBy(): ?string;

    public function getMemory(): Memory;

    /** Stores the memory and carries out a decision, in one step as far as the shop can. */
    public function save(Memory $memory, ?Decision $decision = null): void;

    /** Writes a note. `$forPayer`: the shop also sends it to the payer. */
    public function note(Note $note, bool $forPayer = false): void;

    /** @return array{redirectUrl: string, cancelUrl: string} */
    public function getUrls(): array;
}
