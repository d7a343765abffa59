<?php

declare(strict_types=1);

namespace CryptoCheckout\WooCommerce;

use CryptoCheckout\CheckoutApiError;
use CryptoCheckout\Client;
use CryptoCheckout\ConnectionError;
use CryptoCheckout\Payment;
use CryptoCheckout\PaymentMethod;
use CryptoCheckout\Refund;
use CryptoCheckout\Webhook;
use CryptoCheckout\WebhookVerificationError;

/**
 * Payments and refunds of a shop's orders. Each verb locks its order, and asks the checkout what is so: an event is only a
 * hint. All verbs may be repeated, also after they were interrupted at any point.
 */
final class Checkout
{
    private const ENDED = ['expired', 'cancelled'];
    private const TRY_S = 86_400;

    /** @param string $method The coin and network that a payment offers first, as `USDC/polygon`; empty for any. */
    public function __construct(
        private readonly Client $client,
        private readonly Orders $orders,
        #[\SensitiveParameter] private readonly string $webhookSecret = '',
        private readonly string $method = '',
    ) {
    }

    /** The payment to which the payer goes, the same one while it is open. Throws Refused if the order needs none, and Unready. */
    public function pay(string $orderId): Payment
    {
        return $this->orders->lock($orderId, function (Order $order): Payment {
            $former = $this->fetchCurrent($order);
            self::requireOpen($order);
            $isOpen = $former !== null && in_array($former->status, ['created', 'partially_paid', 'processing'], true);
            $isPriced = $isOpen && StateMachine::hasPriceOf($former, $order->read());
            if (($isPriced && $this->holds($former, $order->read()->id)) || $former?->status === 'processing') {
                return $former;
            }
            try {
                $payment = $this->create($order, $former?->status === 'created' ? $former->id : null);
            } catch (CheckoutApiError $error) {
                // Money for the former price arrived just now.
                if ($error->code !== 'invalid_state' || $former === null) {
                    throw $error;
                }
                $order->follow($this->client->payments->retrieve($former->id));
                self::requireOpen($order);
                throw new Refused(Note::of('on_its_way'));
            }
            $memory = $order->read()->memory;
            $memory->send($payment->id, StateMachine::describePrice($order->read()->total, $order->read()->currency));
            $order->save($memory);
            return $payment;
        });
    }

    /**
     * Ends the payment of an order that changes or is cancelled. False if money is on its way, so that the payment goes on.
     * Throws Refused if the order is paid.
     */
    public function release(string $orderId): bool
    {
        return $this->orders->lock($orderId, fn (Order $order): bool => $this->releaseLocked($order));
    }

    /** The same with a lock that is held already. */
    public function releaseLocked(Order $order): bool
    {
        $payment = $this->fetchCurrent($order);
        if ($order->read()->getPaidBy() !== null) {
            throw new Refused(Note::of('is_paid'));
        }
        if ($payment === null || in_array($payment->status, self::ENDED, true)) {
            return true;
        }
        if ($payment->status !== 'created') {
            return false;
        }
        try {
            $this->client->payments->cancel($payment->id);
        } catch (CheckoutApiError $error) {
            if ($error->code !== 'invalid_state') {
                throw $error;
            }
            return $this->releaseLocked($order);
        }
        $memory = $order->read()->memory;
        $memory->current = $memory->price = null;
        $order->save($memory);
        return true;
    }

    /** The current payment as it is now, after the order did what it demands; null if there is none. */
    public function refresh(string $orderId): ?Payment
    {
        return $this->orders->lock($orderId, fn (Order $order): ?Payment => $this->fetchCurrent($order));
    }

    /** True while a payer may still pay the order, so that the shop must not end it. */
    public function isAwaited(string $orderId): bool
    {
        $payment = $this->refresh($orderId);
        return $payment !== null && !in_array($payment->status, self::ENDED, true);
    }

    /**
     * Sends money back. `reference` is the shop's id of the refund: asked again with it, it is the same refund. Throws
     * Refused.
     */
    public function refund(string $orderId, string $reference, string $amount, string $reason = ''): Refund
    {
        return $this->orders->lock($orderId, fn (Order $order): Refund => $this->refundLocked($order, $reference, $amount, $reason));
    }

    /**
     * The same for shops that make a new id at each try. A refund whose answer was lost is completed by the next one of the
     * same amount, so that nobody gets the money twice.
     */
    public function refundNext(string $orderId, string $amount, string $reason = ''): Refund
    {
        return $this->orders->lock($orderId, function (Order $order) use ($amount, $reason): Refund {
            foreach ($order->read()->memory->refunds as $reference => $refund) {
                if (!$refund['open']) {
                    continue;
                }
                $made = $this->findRefund($order, (string) $reference);
                if ($made === null) {
                    $this->forgetRefund($order, (string) $reference);
                } elseif (in_array($made->status, ['failed', 'cancelled'], true)) {
                    $this->bookRefund($made, $order);
                } elseif (!Decimal::areEqual($refund['amount'], $amount)) {
                    throw new Refused(Note::of('interrupted', "{$refund['amount']} {$order->read()->currency}"));
                } else {
                    return $this->refundLocked($order, (string) $reference, $amount, $reason);
                }
            }
            $number = count($order->read()->memory->refunds) + 1;
            return $this->refundLocked($order, "{$order->read()->getPaidBy()}-$number", $amount, $reason);
        });
    }

    /** The HTTP status of the answer to a webhook. An event of an unknown order is answered 200, or it would come for ever. */
    public function receive(string $body, array $headers): int
    {
        try {
            $event = Webhook::verify($body, $headers, $this->webhookSecret);
        } catch (WebhookVerificationError) {
            return 400;
        } catch (\InvalidArgumentException) {
            return 503;
        }
        $object = $event->data['object'] ?? null;
        try {
            $this->sync(is_array($object) ? $object : []);
            return 200;
        } catch (Busy | ConnectionError | NotWritten) {
            return 503;
        } catch (CheckoutApiError $error) {
            // A proxy that finds no server may answer 404, too.
            return $error->code === 'resource_missing' ? 200 : 503;
        }
    }

    /**
     * Looks at everything that has happened since the last time, whatever webhooks have missed. Returns the number of
     * payments and refunds that it looked at. Stops after `$seconds`, and goes on from there the next time. What fails is
     * tried again for a day, and does not keep the others from their turn. Throws the last failure at the end.
     */
    public function reconcile(int $seconds = 20): int
    {
        $endAt = microtime(true) + $seconds;
        $seen = [];
        $failure = null;
        foreach ($this->listEvents() as $event) {
            $object = $event->data['object'] ?? [];
            $id = (string) ($object['id'] ?? '');
            try {
                // The last state counts, and it is what is fetched.
                if (!isset($seen[$id])) {
                    $seen[$id] = true;
                    $this->sync($object);
                }
            } catch (\Throwable $error) {
                $failure = strtotime($event->createdAt) > time() - self::TRY_S ? $error : $failure;
            }
            if ($failure === null) {
                $this->orders->setCursor($event->sequence);
            }
            if (microtime(true) > $endAt) {
                break;
            }
        }
        return $failure === null ? count($seen) : throw $failure;
    }

    private function listEvents(): iterable
    {
        try {
            yield from $this->client->events->list(after: $this->orders->getCursor(), limit: 100, qrCode: false);
        } catch (CheckoutApiError $error) {
            // Events of so long ago are not kept. The next time begins with the oldest one.
            if ($error->code !== 'invalid_cursor') {
                throw $error;
            }
            $this->orders->setCursor(0);
        }
    }

    /** @param array<string, mixed> $object The object of an event: its kind, its ids and the metadata, which never change. */
    private function sync(array $object): void
    {
        $id = is_string($object['id'] ?? null) ? $object['id'] : '';
        match ($object['object'] ?? '') {
            'payment' => $this->syncPayment($id, $object['metadata'] ?? null),
            'refund' => $this->syncRefund($id),
            default => null,
        };
    }

    private function syncPayment(string $id, mixed $metadata): void
    {
        $orderId = $this->orders->findId(is_array($metadata) ? $metadata : $this->client->payments->retrieve($id)->metadata);
        if ($orderId !== null) {
            // Fetched with the lock, so that what is done is never older than what was done.
            $this->orders->lock($orderId, fn (Order $order) => $order->follow($this->client->payments->retrieve($id)));
        }
    }

    private function syncRefund(string $id): void
    {
        $refund = $this->client->refunds->retrieve($id);
        $orderId = $this->orders->findId($this->client->payments->retrieve($refund->paymentId)->metadata);
        if ($orderId !== null) {
            $this->orders->lock($orderId, fn (Order $order) => $this->bookRefund($this->client->refunds->retrieve($id), $order));
        }
    }

    /** The order's current payment as it is now, after the order did what it demands. */
    private function fetchCurrent(Order $order): ?Payment
    {
        $memory = $order->read()->memory;
        if ($memory->current === null) {
            return null;
        }
        try {
            $payment = $this->client->payments->retrieve($memory->current);
        } catch (CheckoutApiError $error) {
            if ($error->code !== 'resource_missing') {
                throw $error;
            }
            // The shop was connected to another checkout since, such as from the sandbox to production.
            $memory->current = $memory->price = null;
            $order->save($memory);
            return null;
        }
        $order->follow($payment);
        return $payment;
    }

    private function create(Order $order, ?string $supersedes): Payment
    {
        $method = $this->findMethod();
        $facts = $order->read();
        $input = [
            'amount' => Decimal::normalise($facts->total),
            'currency' => $facts->currency,
            'cryptocurrency' => $method->cryptocurrency,
            'network' => $method->network,
            'merchantWallet' => (string) $method->merchantWallet,
            'alternatives' => 'all',
            'reference' => mb_substr($facts->number, 0, 90),
            'metadata' => ['shop' => $this->orders->getShop(), 'order' => $facts->id],
            'redirectUrl' => $facts->redirectUrl,
            'cancelUrl' => $facts->cancelUrl,
        ];
        // Another shop of the merchant may have an open order with this number and price, whose payment would take the place.
        if ($supersedes !== null && $this->isOfOthers($input['reference'])) {
            return $this->client->payments->create(...$input, supersedes: $supersedes);
        }
        $payment = $this->client->payments->create(...$input, supersedes: $supersedes, reuse: true);
        return $this->orders->findId($payment->metadata) === $facts->id ? $payment : $this->client->payments->create(...$input);
    }

    /**
     * False if the checkout would make another payment for the order, because a wallet has left its settings or the deadline has
     * passed. Asked without a wallet, it only answers, and makes none.
     */
    private function holds(Payment $payment, string $orderId): bool
    {
        if ($payment->status !== 'created') {
            return true;
        }
        try {
            $answer = $this->client->payments->create(
                amount: $payment->amount,
                currency: $payment->currency,
                cryptocurrency: $payment->cryptocurrency,
                network: $payment->network,
                merchantWallet: '',
                reference: $payment->reference,
                reuse: true,
            );
        } catch (CheckoutApiError $error) {
            return in_array($error->status, [400, 403], true) ? false : throw $error;
        }
        // Another shop of the merchant may have this number and price. Its payment says nothing about ours.
        return $answer->id === $payment->id || $this->orders->findId($answer->metadata) !== $orderId;
    }

    private function isOfOthers(string $reference): bool
    {
        foreach ($this->client->payments->list(reference: $reference, limit: 100) as $payment) {
            if ($this->orders->findId($payment->metadata) === null) {
                return true;
            }
        }
        return false;
    }

    private function findMethod(): PaymentMethod
    {
        $offered = array_filter(
            $this->client->paymentMethods->list(),
            static fn (PaymentMethod $method) => $method->state === 'offered' && $method->merchantWallet !== null,
        );
        foreach ($offered as $method) {
            if ("$method->cryptocurrency/$method->network" === $this->method) {
                return $method;
            }
        }
        return reset($offered) ?: throw new Unready(Note::of('no_coin'));
    }

    private function refundLocked(Order $order, string $reference, string $amount, string $reason): Refund
    {
        $paidBy = $order->read()->getPaidBy() ?? throw new Refused(Note::of('not_paid'));
        $memory = $order->read()->memory;
        $known = $memory->refunds[$reference] ?? null;
        if ($known !== null && !$known['open']) {
            return $this->client->refunds->retrieve((string) $known['id']);
        }
        if ($known === null) {
            // Noted first: if the answer is lost, the next try knows of this one.
            $memory->refunds[$reference] = ['id' => null, 'amount' => $amount, 'status' => null, 'url' => null, 'open' => true];
            $order->save($memory);
        }
        try {
            $refund = $this->client->refunds->create(
                paymentId: $paidBy,
                amount: Decimal::normalise($amount),
                reason: $reason === '' ? null : mb_substr($reason, 0, 500),
                reference: $reference,
                // The page for a payer's address is answered once. The same request gets it again for a day.
                idempotencyKey: hash('sha256', "$reference\n$reason"),
            );
        } catch (CheckoutApiError $error) {
            if ($error->status < 500 && $error->status !== 429 && !in_array($error->code, ['idempotency_in_progress', 'unexpected_answer'], true)) {
                if ($known === null || $this->findRefund($order, $reference) === null) {
                    $this->forgetRefund($order, $reference);
                }
                throw new Refused(Note::of('refused', $error->getMessage()));
            }
            throw $error;
        }
        $this->bookRefund($refund, $order, $reference);
        return $refund;
    }

    private function bookRefund(Refund $refund, Order $order, ?string $reference = null): void
    {
        $memory = $order->read()->memory;
        $isAnswer = $reference !== null;
        $reference ??= (string) $refund->reference;
        $known = $memory->refunds[$reference] ?? null;
        // Refunds that were made in the dashboard are no business of the shop's books.
        if ($known === null) {
            return;
        }
        $action = $refund->nextAction['type'] ?? '';
        $url = is_string($refund->nextAction['url'] ?? null) ? $refund->nextAction['url'] : null;
        $state = trim("$refund->status $action");
        $sum = "$refund->amount $refund->currency";
        // Found by an event: the shop has not booked it, and the payer has no page.
        $isLost = $known['open'] && !$isAnswer && $refund->status === 'pending';
        $isOpen = $known['open'] && !$isAnswer && !in_array($refund->status, ['failed', 'cancelled'], true);
        $fields = ['id' => $refund->id, 'status' => $isLost ? 'interrupted' : $state, 'url' => $url ?? $known['url'], 'open' => $isOpen];
        $memory->refunds[$reference] = $fields + $known;
        $order->save($memory);
        if ($fields['status'] === $known['status']) {
            return;
        }
        if ($isLost) {
            $order->note(Note::of('interrupted', $sum));
            return;
        }
        match ($state) {
            'pending sign' => $order->note(Note::of('refund_sign', $sum, (string) $url)),
            // Only the payer gets the page: its holder decides where the money goes.
            'pending collect_destination' => $url === null
                ? $order->note(Note::of('refund_lost', $sum))
                : $order->note(Note::of('refund_collect', $sum, $url), forPayer: true),
            'pending' => $order->note(Note::of('refund_made', $sum)),
            'submitted' => $order->note(Note::of('refund_submitted', $sum)),
            'completed' => $order->note(Note::of('refund_completed', $sum)),
            'failed' => $order->note(Note::of('refund_failed', $sum, (string) $refund->failure)),
            'cancelled' => $order->note(Note::of('refund_cancelled', $sum)),
            default => null,
        };
    }

    /** The checkout's refund of a try whose answer was lost; null if it has none. */
    private function findRefund(Order $order, string $reference): ?Refund
    {
        foreach ($this->client->refunds->list(paymentId: (string) $order->read()->getPaidBy(), limit: 100) as $refund) {
            if ($refund->reference === $reference) {
                return $refund;
            }
        }
        return null;
    }

    private function forgetRefund(Order $order, string $reference): void
    {
        $memory = $order->read()->memory;
        unset($memory->refunds[$reference]);
        $order->save($memory);
    }

    private static function requireOpen(Order $order): void
    {
        match (StateMachine::classifyOrder($order->read())) {
            'cancelled' => throw new Refused(Note::of('is_cancelled')),
            'paid' => throw new Refused(Note::of('is_paid')),
            default => null,
        };
    }
}
