<?php

declare(strict_types=1);

namespace CryptoCheckout\WooCommerce\Tests;

use CryptoCheckout\WooCommerce\Busy;
use CryptoCheckout\WooCommerce\Memory;
use CryptoCheckout\WooCommerce\Order;
use CryptoCheckout\WooCommerce\OrderEvents;
use CryptoCheckout\WooCommerce\ShopOrders;
use PHPUnit\Framework\TestCase;

/** What the plug-in does without an answer of a checkout: locks, looks, and a shop that is not connected. */
final class OrderEventsTest extends TestCase
{
    private MemoryShop $shop;

    protected function setUp(): void
    {
        $this->shop = new MemoryShop();
    }

    private function addOrder(): FileOrder
    {
        $memory = new Memory();
        $memory->send('pay_1', '10 EUR');
        $memory->attention = true;
        return $this->shop->addOrder('7', ['memory' => $memory->toJson()]);
    }

    public function testAShopThatIsNotConnectedTouchesNothing(): void
    {
        $order = $this->addOrder();
        $before = $order->fields;
        $events = new OrderEvents($this->shop);
        $events->release('7');
        $events->releaseReplaced('7');
        $events->releaseChanged('7');
        $events->reconcile();
        self::assertSame([true, 503], [$events->mayCancelUnpaid(true, '7'), $events->receive('{}', [])]);
        self::assertSame([$before, []], [$order->fields, $this->shop->log]);
    }

    public function testAMerchantWhoLookedIsNotAskedAgain(): void
    {
        $this->addOrder();
        $events = new OrderEvents($this->shop);
        self::assertTrue($events->needsLook('7'));
        $events->markSeen('7');
        self::assertSame([false, []], [$events->needsLook('7'), $this->shop->rows]);
        self::assertFalse($events->needsLook('unknown'));
        $events->markSeen('unknown');
        self::assertSame([['There is no order unknown.'], []], [$this->shop->log, $this->shop->rows]);
    }

    public function testADeadLockIsTakenAndALivingOneIsNot(): void
    {
        $this->addOrder();
        $orders = new ShopOrders($this->shop);
        $this->shop->rows['crypto_checkout_lock_7'] = (time() - 91) . ':dead';
        self::assertSame('7', $orders->lock('7', fn (Order $order) => $order->read()->id));
        $this->shop->rows['crypto_checkout_lock_7'] = time() . ':alive';
        $this->expectException(Busy::class);
        $orders->lock('7', fn () => self::fail('Two hold it.'));
    }

    public function testAnOrderIsFoundByThePaymentOfThisShopOnly(): void
    {
        $this->addOrder();
        $orders = new ShopOrders($this->shop);
        self::assertSame('7', $orders->findId(['shop' => $this->shop->address, 'order' => '7']));
        foreach ([[], ['shop' => 'https://other.example.com', 'order' => '7'], ['shop' => $this->shop->address], ['shop' => $this->shop->address, 'order' => '8']] as $metadata) {
            self::assertNull($orders->findId($metadata));
        }
    }
}
