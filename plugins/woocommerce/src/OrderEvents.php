<?php

declare(strict_types=1);

namespace CryptoCheckout\WooCommerce;

/** What happens to orders in the shop, and to payments in the checkout. */
final class OrderEvents
{
    private readonly ?Checkout $checkout;

    public function __construct(private readonly Shop $shop)
    {
        $this->checkout = Connection::load($shop)?->openCheckout($shop);
    }

    /** The HTTP status of the answer to a webhook. */
    public function receive(string $body, array $headers): int
    {
        return $this->checkout?->receive($body, $headers) ?? 503;
    }

    /** Looks at what webhooks have missed. */
    public function reconcile(): void
    {
        $this->checkout?->reconcile();
    }

    /** Stops the payment of an order that was cancelled. Money that is on its way is noted. */
    public function release(string $id): void
    {
        $this->releaseIf($id, static fn () => true);
    }

    /** Stops the payment of an order that the payer pays in another way, so that nobody pays twice. */
    public function releaseReplaced(string $id): void
    {
        $this->releaseIf($id, static fn (OrderFacts $order) => !$order->isOurs);
    }

    /** Stops the payment of an order whose price has changed, so that nobody pays the old one. */
    public function releaseChanged(string $id): void
    {
        $this->releaseIf($id, static function (OrderFacts $order): bool {
            $hasChanged = $order->memory->price !== null && $order->memory->price !== StateMachine::describePrice($order->total, $order->currency);
            return $hasChanged && StateMachine::classifyOrder($order) === 'open';
        });
    }

    /** @param callable(OrderFacts): bool $needs */
    private function releaseIf(string $id, callable $needs): void
    {
        try {
            // Our own writing of the order changes nothing that its payment must know.
            if ($this->checkout === null || ShopOrders::isHeld($id)) {
                return;
            }
            $order = $this->shop->findOrder($id)?->read();
            if ($order?->memory->current !== null && $needs($order) && !$this->checkout->release($id)) {
                $this->shop->findOrder($id)?->note(Note::of('on_its_way'));
            }
        } catch (Refused) {
            // It is paid: the order says so already.
        } catch (\Throwable $error) {
            // The payment stays open. Money that still comes for it needs a look, and is not lost. Whatever a hook of another
            // plug-in has thrown, the shop goes on.
            $this->shop->log($error);
        }
    }

    /**
     * Keeps the shop's timer for held stock from ending an order that may be paid at this moment. The end of the payment
     * ends the order.
     */
    public function mayCancelUnpaid(bool $may, string $id): bool
    {
        try {
            // A payment may be open, also when the payer chose another way since.
            if (!$may || $this->checkout === null || $this->shop->findOrder($id)?->read()->memory->current === null) {
                return $may;
            }
            // The answer may just have paid or ended the order, of which the timer's copy knows nothing.
            return !$this->checkout->isAwaited($id) && $this->shop->findOrder($id)?->read()->status === 'pending';
        } catch (\Throwable) {
            // Unknown is not unpaid. The timer comes again.
            return false;
        }
    }

    /** True while the merchant has to look at the payment of an order. */
    public function needsLook(string $id): bool
    {
        return $this->shop->findOrder($id)?->read()->memory->attention ?? false;
    }

    public function markSeen(string $id): void
    {
        try {
            (new ShopOrders($this->shop))->lock($id, static function (Order $order): void {
                $memory = $order->read()->memory;
                $memory->attention = false;
                $order->save($memory);
            });
        } catch (\RuntimeException $error) {
            // The action stays in the list, so that it can be chosen again.
            $this->shop->log($error);
        }
    }
}
