<?php

declare(strict_types=1);

namespace CryptoCheckout\WooCommerce;

use CryptoCheckout\Payment;

/** An order of the shop. */
abstract class Order
{
    /** The order as it is, with what was saved here. */
    abstract public function read(): OrderFacts;

    /** Writes a note. `$forPayer`: the shop also sends it to the payer. */
    abstract public function note(Note $note, bool $forPayer = false): void;

    /** Stores the memory, and the status unless it is null. */
    abstract protected function store(Memory $memory, ?string $status): void;

    /** Stores the memory, and lets the shop complete the order, which becomes ours. */
    abstract protected function complete(Memory $memory, string $paymentId): void;

    /** Reads the order anew from the store of the shop, past all caches. */
    abstract protected function reload(): void;

    /** Reduces the stock by the order, or restores it. The shop does each only once. */
    abstract protected function moveStock(bool $reduces): void;

    abstract protected function mailMerchant(Note $subject, ?Note $text): void;

    /** Does what a payment demands, as it was fetched just now. */
    public function follow(Payment $payment): void
    {
        $order = $this->read();
        $memory = $order->memory;
        $decision = StateMachine::decide($payment, $order);
        if (!in_array($payment->id, $memory->payments, true)) {
            // The process died between the checkout's answer and the note of it. Noted before the order is paid, because a
            // transaction that the order's record does not know is somebody else's.
            $memory->adopt($payment->id, StateMachine::describePrice($payment->amount, $payment->currency));
            $this->save($memory);
        }
        if ($decision !== null) {
            $memory->report($decision);
            $this->save($memory, $decision);
        }
    }

    /** Stores the memory and carries out a decision, in one step as far as the shop can. Throws NotWritten. */
    public function save(Memory $memory, ?Decision $decision = null): void
    {
        $completes = $decision?->completes ?? false;
        $completes ? $this->complete($memory, $decision->paymentId) : $this->store($memory, $decision?->status);
        // A shop may log its failure and go on, and a plug-in or the status may keep it from completing an order.
        $this->reload();
        $stored = $this->read();
        if ($stored->memory->toJson() !== $memory->toJson() || ($completes && $stored->getPaidBy() !== $decision->paymentId)) {
            throw new NotWritten("Order $stored->id could not be written.");
        }
        if ($decision?->stock !== null) {
            $this->moveStock($decision->stock === 'reduce');
        }
        if ($decision?->note !== null) {
            $this->note($decision->note);
        }
        if ($decision?->attention) {
            $this->mailMerchant(Note::of('look', $this->read()->number), $decision->note);
        }
    }
}
