<?php

declare(strict_types=1);

namespace CryptoCheckout\WooCommerce\Tests;

use CryptoCheckout\Tests\TestServer;
use CryptoCheckout\WooCommerce\Busy;
use CryptoCheckout\WooCommerce\Checkout;
use CryptoCheckout\WooCommerce\Connection;
use CryptoCheckout\WooCommerce\NotWritten;
use CryptoCheckout\WooCommerce\Order;
use CryptoCheckout\WooCommerce\ShopOrders;
use CryptoCheckout\WooCommerce\Tests\Stubs\Database;
use CryptoCheckout\WooCommerce\Tests\Stubs\Exited;
use CryptoCheckout\WooCommerce\Tests\Stubs\World;
use CryptoCheckout\WooCommerce\WordPress\BlocksMethod;
use CryptoCheckout\WooCommerce\WordPress\Gateway;
use CryptoCheckout\WooCommerce\WordPress\Plugin;
use CryptoCheckout\WooCommerce\WordPress\WooOrder;
use CryptoCheckout\WooCommerce\WordPress\WordPressShop;
use PHPUnit\Framework\TestCase;

/** The code that touches WordPress and WooCommerce, against stubs of them and the real server. */
final class PluginTest extends TestCase
{
    private static int $orders = 0;
    private TestServer $server;

    public static function setUpBeforeClass(): void
    {
        require_once __DIR__ . '/Stubs/wordpress.php';
        define('ABSPATH', '/');
        require dirname(__DIR__) . '/crypto-checkout.php';
    }

    protected function setUp(): void
    {
        $this->server = TestServer::get();
        $GLOBALS['wpdb'] = new Database();
        World::$caches = array_fill_keys(array_keys(World::$caches), []);
        foreach (['orders', 'mails', 'notices', 'log', 'transients', 'stock', 'options', 'translations', 'filters'] as $name) {
            World::$$name = [];
        }
        [World::$locale, World::$siteLocale, World::$isMerchant, World::$prefix] = ['en_US', 'en_US', true, 'P' . getmypid() . '-'];
        $this->connect();
    }

    private function connect(array $changes = []): void
    {
        update_option('admin_email', 'shop@example.com');
        update_option('home', 'http://127.0.0.1:8080');
        update_option('crypto_checkout_connection', $changes + [
            'checkoutUrl' => $this->server->url(),
            'baseUrl' => $this->server->baseUrl(),
            'publicKey' => $this->server->publicKey(),
            'secretKey' => $this->server->secretKey(),
            'webhookSecret' => 'whsec_Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc=',
            'merchant' => 'Tea',
            'livemode' => false,
            'shop' => 'http://127.0.0.1:8080',
        ]);
    }

    private function order(string $total = '10'): \WC_Order
    {
        return new \WC_Order(++self::$orders, $total);
    }

    /** The order as it is stored, to read it, or to change it as other processes do. */
    private static function current(\WC_Order $order): \WC_Order
    {
        World::forget($order->id);
        return World::$orders[$order->id];
    }

    private static function checkout(): Checkout
    {
        return Connection::load(new WordPressShop())->openCheckout(new WordPressShop());
    }

    /** The answer to a webhook of a payment. */
    private static function receive(string $id): int
    {
        $event = ['id' => 'evt_1', 'object' => 'event', 'type' => 'payment.completed', 'sequence' => 1, 'createdAt' => '', 'livemode' => false];
        $body = json_encode($event + ['data' => ['object' => ['id' => $id, 'object' => 'payment']]]);
        $timestamp = (string) time();
        $mac = base64_encode(hash_hmac('sha256', "evt_1.$timestamp.$body", str_repeat('7', 32), true));
        return self::checkout()->receive($body, ['webhook-id' => 'evt_1', 'webhook-timestamp' => $timestamp, 'webhook-signature' => "v1,$mac"]);
    }

    private static function exitOf(callable $call): string
    {
        try {
            $call();
            return 'it went on';
        } catch (Exited $exited) {
            return $exited->getMessage();
        }
    }

    public function testAnOrderIsPaidRefundedAndShown(): void
    {
        $order = $this->order();
        $gateway = new Gateway();
        $answer = $gateway->process_payment($order->id);
        self::assertSame('success', $answer['result']);
        self::assertStringStartsWith($this->server->url() . '/pay/', $answer['redirect']);
        self::assertSame($answer, $gateway->process_payment($order->id));
        $memory = (new WooOrder(self::current($order)))->read()->memory;
        World::$locale = 'de_AT';
        self::assertStringContainsString('Warten auf Zahlung', $this->print(fn () => World::run('woocommerce_thankyou_crypto_checkout', $order->id)));
        $client = $this->server->client();
        $payment = $client->payments->retrieve((string) $memory->current);
        self::assertSame([home_url("/received/$order->id"), World::$prefix . $order->id], [$payment->redirectUrl, $payment->reference]);
        $this->server->pay($payment->id);
        $this->server->waitFor($client, $payment->id, 'completed');
        $shown = $this->print(fn () => World::run('woocommerce_thankyou_crypto_checkout', $order->id));
        self::assertStringContainsString('Zahlung abgeschlossen', $shown);
        $paid = self::current($order);
        self::assertSame(['processing', $payment->id, 'taken'], [$paid->status, $paid->transactionId, World::$stock[$order->id]]);
        // The merchant reads English in the admin of a shop in German.
        [World::$locale, World::$siteLocale] = ['en_US', 'de_AT'];
        self::assertTrue($gateway->process_refund($order->id, '4.5', 'Broken'));
        self::assertSame('4.50', $client->refunds->list(paymentId: $payment->id)->data[0]->amount);
        $notes = self::current($order)->notes;
        self::assertMatchesRegularExpression('~^to the payer: Ihre Rückzahlung: .+ 4.50 EUR. http://.+/refund/~', end($notes));
        self::assertSame('crypto_checkout', $gateway->process_refund($order->id, '6', '')->code);
        self::current($order)->total = '5.5';
        self::assertTrue($gateway->process_refund($order->id));
        self::assertSame(['5.50', '4.50'], array_column($client->refunds->list(paymentId: $payment->id)->data, 'amount'));
        self::assertFalse($gateway->process_refund(0));
    }

    private function print(callable $call): string
    {
        ob_start();
        $call();
        return (string) ob_get_clean();
    }

    public function testAWebhookIsAnsweredWithItsStatus(): void
    {
        self::assertSame('status 400', self::exitOf(fn () => World::run('woocommerce_api_crypto_checkout')));
        World::$options = [];
        self::assertSame('status 503', self::exitOf(fn () => World::run('woocommerce_api_crypto_checkout')));
    }

    public function testAChangedOrCancelledOrderStopsItsPayment(): void
    {
        $client = $this->server->client();
        foreach (['changed', 'cancelled'] as $how) {
            $order = $this->order();
            (new Gateway())->process_payment($order->id);
            $id = (string) (new WooOrder(self::current($order)))->read()->memory->current;
            $edited = wc_get_order($order->id);
            if ($how === 'changed') {
                $edited->total = '12';
                $edited->save();
            } else {
                $edited->status = 'cancelled';
                $edited->save();
                World::run('woocommerce_order_status_cancelled', $order->id);
            }
            self::assertSame('cancelled', $client->payments->retrieve($id)->status, $how);
        }
        self::assertSame([], World::$log);
    }

    public function testAnOrderThatIsPaidInAnotherWayStopsItsPayment(): void
    {
        $client = $this->server->client();
        foreach (['on-hold' => 'bacs', 'processing' => 'cod', 'completed' => 'stripe', 'cancelled' => 'stripe'] as $status => $method) {
            $order = $this->order();
            (new Gateway())->process_payment($order->id);
            $id = $this->currentId($order);
            [self::current($order)->paymentMethod, self::current($order)->status] = [$method, $status];
            World::run("woocommerce_order_status_$status", $order->id);
            self::assertSame('cancelled', $client->payments->retrieve($id)->status, $status);
            self::assertSame($status, self::current($order)->status);
        }
        $order = $this->order();
        (new Gateway())->process_payment($order->id);
        World::run('woocommerce_order_status_on-hold', $order->id);
        self::assertSame('created', $client->payments->retrieve($this->currentId($order))->status, 'Ours goes on.');
        self::assertSame([], World::$log);
    }

    public function testMoneyForAnOrderOfAnotherWayToPayIsRefundedByOurs(): void
    {
        $order = $this->order();
        (new Gateway())->process_payment($order->id);
        $id = $this->currentId($order);
        self::current($order)->paymentMethod = 'bacs';
        $this->server->pay($id);
        $this->server->waitFor($this->server->client(), $id, 'completed');
        self::checkout()->refresh((string) $order->id);
        self::assertSame(['processing', 'crypto_checkout'], [self::current($order)->status, self::current($order)->paymentMethod]);
    }

    public function testATransactionOfAnotherGatewayIsNotOursThoughItsIdLooksSo(): void
    {
        $order = $this->order();
        (new Gateway())->process_payment($order->id);
        $other = $this->currentId($order);
        self::current($order)->paymentMethod = 'razorpay';
        self::current($order)->payment_complete('pay_OaKp3xV9hT2cZq');
        self::assertNull((new WooOrder(self::current($order)))->read()->getPaidBy());
        self::assertSame('crypto_checkout', (new Gateway())->process_refund($order->id, '4')->code);
        $this->server->pay($other);
        $this->server->waitFor($this->server->client(), $other, 'completed');
        self::checkout()->refresh((string) $order->id);
        self::assertStringContainsString('The order is paid already', implode(self::current($order)->notes));
    }

    private function currentId(\WC_Order $order): string
    {
        return (string) (new WooOrder(self::current($order)))->read()->memory->current;
    }

    public function testACopyOfTheShopLeavesTheMoneyOfTheOriginalAlone(): void
    {
        $order = $this->order();
        $gateway = new Gateway();
        $gateway->process_payment($order->id);
        $id = $this->currentId($order);
        update_option('home', 'http://127.0.0.1:8081');
        self::assertFalse($gateway->is_available());
        self::assertSame('failure', $gateway->process_payment($order->id)['result']);
        self::assertSame('The refund was not made: The shop is not connected to a checkout.', $gateway->process_refund($order->id, '4')->message);
        World::run('woocommerce_order_status_cancelled', $order->id);
        self::assertSame('created', $this->server->client()->payments->retrieve($id)->status);
        self::assertSame('status 503', self::exitOf(fn () => World::run('woocommerce_api_crypto_checkout')));
    }

    public function testNoFilterOfAnotherPluginIsFatalForAPayer(): void
    {
        $order = $this->order();
        $payment = (new Gateway())->process_payment($order->id);
        $getters = ['get_total', 'get_currency', 'get_payment_method', 'get_transaction_id', 'get_date_paid', 'get_status', 'get_order_number', 'get_meta'];
        $others = ['get_checkout_order_received_url', 'get_checkout_payment_url', 'get_locale', 'determine_locale', 'get_bloginfo', 'gettext'];
        foreach ([...$getters, ...$others, 'option_woocommerce_crypto_checkout_settings'] as $hook) {
            foreach ([null, '', 'x %9$s', [], ['method' => []], false, new \stdClass()] as $value) {
                World::$filters = [$hook => $value];
                $answer = (new Gateway())->process_payment($order->id);
                // Text may be a currency or a number, but there is no currency of that name.
                $isRefused = is_string($value) && $value !== '' && $hook === 'get_currency';
                self::assertSame($isRefused ? 'failure' : 'success', $answer['result'], $hook . ' ' . get_debug_type($value));
                $this->print(fn () => World::run('woocommerce_thankyou_crypto_checkout', $order->id));
                World::run('woocommerce_update_order', $order->id);
                World::run('woocommerce_order_status_on-hold', $order->id);
            }
        }
        World::$filters = [];
        self::assertSame('created', $this->server->client()->payments->retrieve($this->currentId($order))->status);
        $broken = $this->order();
        World::$filters = ['get_checkout_payment_url' => 'javascript:alert(1)', 'get_checkout_order_received_url' => null];
        self::assertSame('success', (new Gateway())->process_payment($broken->id)['result'], 'The page leads back nowhere.');
        foreach ([null, 'x', [], false] as $value) {
            World::$filters = ['option_crypto_checkout_connection' => $value, 'option_home' => $value];
            self::assertFalse((new Gateway())->is_available());
            self::assertSame('failure', (new Gateway())->process_payment($order->id)['result']);
        }
        World::$filters = ['option_crypto_checkout_connection' => ['shop' => 'http://127.0.0.1:8080', 'new' => 1]];
        self::assertFalse((new Gateway())->is_available());
    }

    public function testHooksTakeWhatOtherPluginsHandOn(): void
    {
        $order = $this->order();
        foreach ([null, 'x', [], false, new \stdClass()] as $value) {
            self::assertSame([Gateway::class], World::run('woocommerce_payment_gateways', $value));
            self::assertSame((bool) $value, Plugin::mayCancelUnpaid($value, $order));
            self::assertTrue(Plugin::mayCancelUnpaid(true, $value));
            self::assertSame([], Plugin::addAction($value, $order));
            self::assertSame(['a' => 'b'], Plugin::addAction(['a' => 'b'], $value));
            foreach (['thankyou_crypto_checkout', 'update_order', 'order_status_cancelled', 'order_status_completed'] as $hook) {
                self::assertSame('', $this->print(fn () => World::run("woocommerce_$hook", $value)));
            }
        }
    }

    public function testAHookThatThrowsKeepsNobodyFromPayingInAnotherWay(): void
    {
        $order = $this->order('-1');
        self::assertSame('failure', (new Gateway())->process_payment($order->id)['result']);
        World::run('woocommerce_update_order', $order->id);
        self::assertSame(['-1.00 is not a decimal.'], World::$log);
    }

    public function testAMissingWalletIsToldToTheLogOfTheMerchant(): void
    {
        $wallets = $this->server->request('GET', '/merchant')['settings']['wallets'];
        $setWallets = fn (array $values) => $this->server->request('PATCH', '/merchant/settings', ['wallets' => $values]);
        $setWallets(array_map(static fn () => null, $wallets));
        try {
            self::assertSame('failure', (new Gateway())->process_payment($this->order()->id)['result']);
        } finally {
            $setWallets($wallets);
        }
        self::assertSame(['This payment method is not available now. Please try again in a minute.'], World::$notices);
        self::assertStringContainsString('Add one there.', World::$log[0]);
        self::assertCount(1, World::$log);
    }

    public function testTheTimerForHeldStockWaitsForThePayment(): void
    {
        $order = $this->order();
        $may = fn () => World::run('woocommerce_cancel_unpaid_order', true, self::current($order));
        self::assertTrue($may(), 'Nobody was sent to pay.');
        (new Gateway())->process_payment($order->id);
        self::assertFalse($may());
        $id = (string) (new WooOrder(self::current($order)))->read()->memory->current;
        $this->server->expire($id);
        $this->server->waitFor($this->server->client(), $id, 'expired');
        self::assertFalse($may(), 'It has failed, and may be paid again.');
        self::assertSame('failed', self::current($order)->status);
        $released = $this->order();
        (new Gateway())->process_payment($released->id);
        self::checkout()->release((string) $released->id);
        self::assertTrue(World::run('woocommerce_cancel_unpaid_order', true, self::current($released)));
        $paid = $this->order();
        (new Gateway())->process_payment($paid->id);
        $this->server->pay($this->currentId($paid));
        $this->server->waitFor($this->server->client(), $this->currentId($paid), 'completed');
        self::assertFalse(World::run('woocommerce_cancel_unpaid_order', true, self::current($paid)));
        self::assertSame('processing', self::current($paid)->status);
        $this->connect(['baseUrl' => 'http://127.0.0.1:1/v1']);
        self::assertFalse($may(), 'Unknown is not unpaid.');
        $other = $this->order();
        $other->paymentMethod = 'cod';
        self::assertTrue(World::run('woocommerce_cancel_unpaid_order', true, $other));
    }

    public function testACheckoutThatDoesNotAnswerIsSaidToPayerAndLog(): void
    {
        $this->connect(['baseUrl' => 'http://127.0.0.1:1/v1']);
        $order = $this->order();
        self::assertSame('failure', (new Gateway())->process_payment($order->id)['result']);
        self::assertSame([1, 1], [count(World::$notices), count(World::$log)]);
        self::assertStringNotContainsString('sk_test_', implode(World::$notices) . implode(World::$log));
        self::assertSame([], $GLOBALS['wpdb']->rows, 'The lock is released.');
    }

    public function testAnOrderThatCannotBeCompletedIsTriedAgain(): void
    {
        $order = $this->order();
        (new Gateway())->process_payment($order->id);
        $id = (string) (new WooOrder(self::current($order)))->read()->memory->current;
        $this->server->pay($id);
        $this->server->waitFor($this->server->client(), $id, 'completed');
        foreach (['canWrite', 'canComplete', 'doesComplete'] as $name) {
            self::current($order)->$name = false;
            try {
                self::checkout()->refresh((string) $order->id);
                self::fail('The order was completed.');
            } catch (NotWritten) {
                self::assertSame(['pending', []], [self::current($order)->status, self::current($order)->notes], $name);
            }
            self::assertFalse(World::run('woocommerce_cancel_unpaid_order', true, self::current($order)));
            self::assertSame(503, self::receive($id), 'The webhook comes again.');
            self::current($order)->$name = true;
        }
        self::checkout()->refresh((string) $order->id);
        self::assertSame('processing', self::current($order)->status);
    }

    public function testNoPayerIsSentToAPaymentThatTheOrderDoesNotKnow(): void
    {
        $order = $this->order();
        $order->canWrite = false;
        self::assertSame('failure', (new Gateway())->process_payment($order->id)['result']);
        self::assertContains("Order $order->id could not be written.", World::$log);
        self::current($order)->canWrite = true;
        self::assertSame('success', (new Gateway())->process_payment($order->id)['result']);
        $payments = $this->server->client()->payments->list(reference: World::$prefix . $order->id)->data;
        self::assertSame([$this->currentId($order)], array_column($payments, 'id'), 'It is the same payment.');
    }

    public function testNoRefundIsAskedForThatTheOrderDoesNotKnow(): void
    {
        $order = $this->order();
        (new Gateway())->process_payment($order->id);
        $id = $this->currentId($order);
        $this->server->pay($id);
        $this->server->waitFor($this->server->client(), $id, 'completed');
        self::checkout()->refresh((string) $order->id);
        self::current($order)->canWrite = false;
        self::assertStringContainsString('it is made only once', (new Gateway())->process_refund($order->id, '4')->message);
        self::assertSame([], $this->server->client()->refunds->list(paymentId: $id)->data);
        self::current($order)->canWrite = true;
        self::assertTrue((new Gateway())->process_refund($order->id, '4'));
        self::assertCount(1, $this->server->client()->refunds->list(paymentId: $id)->data);
    }

    public function testTheMerchantIsToldOnceAndSaysThatItLooked(): void
    {
        $order = $this->order();
        (new Gateway())->process_payment($order->id);
        $id = (string) (new WooOrder(self::current($order)))->read()->memory->current;
        $this->server->pay($id, amount: '14');
        $this->server->waitFor($this->server->client(), $id, 'completed');
        self::checkout()->refresh((string) $order->id);
        self::checkout()->refresh((string) $order->id);
        self::assertCount(1, World::$mails);
        self::assertSame('shop@example.com', World::$mails[0][0]);
        $actions = fn () => Plugin::addAction([], self::current($order));
        self::assertArrayHasKey('crypto_checkout_seen', $actions());
        World::run('woocommerce_order_action_crypto_checkout_seen', self::current($order));
        self::assertSame([], $actions());
    }

    public function testPagesAreShownThoughAnOrderIsBusyOrTheShopNotConnected(): void
    {
        $order = $this->order();
        (new Gateway())->process_payment($order->id);
        $GLOBALS['wpdb']->rows["crypto_checkout_lock_$order->id"] = time() . ':another';
        World::run('woocommerce_order_action_crypto_checkout_seen', self::current($order));
        World::$options = [];
        self::assertSame('', $this->print(fn () => World::run('woocommerce_thankyou_crypto_checkout', $order->id)));
        self::assertCount(2, World::$log);
    }

    public function testALockIsHeldByOneAndTakenFromTheDead(): void
    {
        $order = $this->order();
        $orders = new ShopOrders(new WordPressShop());
        $id = (string) $order->id;
        $orders->lock($id, function () use ($orders, $id): void {
            try {
                $orders->lock($id, fn () => self::fail('Two hold it.'));
            } catch (Busy) {
                self::assertTrue(ShopOrders::isHeld($id));
            }
        });
        self::assertFalse(ShopOrders::isHeld($id));
        $GLOBALS['wpdb']->rows["crypto_checkout_lock_$id"] = (time() - 91) . ':dead';
        self::assertSame($id, $orders->lock($id, fn (Order $locked) => $locked->read()->id));
    }

    public function testTheButtonConnectsWithPkce(): void
    {
        World::$options = [];
        $_POST = ['checkout_url' => $this->server->url()];
        self::assertFalse((new Gateway())->is_available());
        $address = self::exitOf(fn () => World::run('admin_post_crypto_checkout_connect'));
        self::assertSame(['crypto_checkout_connect'], World::$checked);
        parse_str((string) parse_url($address, PHP_URL_QUERY), $names);
        self::assertSame(['Zoë’s tea', 'http://127.0.0.1:8080/?wc-api=crypto_checkout'], [$names['client_name'], $names['webhook_url']]);
        $consent = $this->server->post('/connections', [
            'clientName' => $names['client_name'],
            'clientUri' => $names['client_uri'],
            'redirectUri' => $names['redirect_uri'],
            'webhookUrl' => $names['webhook_url'],
            'scopes' => explode(' ', $names['scope']),
            'state' => $names['state'],
            'codeChallenge' => $names['code_challenge'],
            'codeChallengeMethod' => $names['code_challenge_method'],
        ]);
        parse_str((string) parse_url($consent['redirectUrl'], PHP_URL_QUERY), $_GET);
        self::assertStringEndsWith('section=crypto_checkout', self::exitOf(fn () => World::run('woocommerce_api_crypto_checkout_connected')));
        self::assertSame($this->server->baseUrl(), get_option('crypto_checkout_connection')['baseUrl']);
        self::assertStringNotContainsString('notice', $this->print(fn () => (new Gateway())->admin_options()));
        self::assertTrue((new Gateway())->is_available());
        $order = $this->order();
        foreach (['10', '12'] as $total) {
            self::current($order)->total = $total;
            self::assertSame('success', (new Gateway())->process_payment($order->id)['result'], 'The scopes are enough, also for a changed cart.');
        }
        self::assertStringEndsWith('section=crypto_checkout', self::exitOf(fn () => World::run('woocommerce_api_crypto_checkout_connected')));
        self::assertStringContainsString('belongs to another browser', $this->print(fn () => (new Gateway())->admin_options()), 'It works once.');
    }

    public function testWhoeverBeganToConnectIsToldWhyItFailed(): void
    {
        World::$siteLocale = World::$locale = 'de_AT';
        foreach ([[], ['checkout_url' => ''], ['checkout_url' => 'http://pay.example.com'], ['checkout_url' => 'pay']] as $_POST) {
            self::assertStringEndsWith('section=crypto_checkout', self::exitOf(fn () => World::run('admin_post_crypto_checkout_connect')));
            World::$user = 8;
            self::assertStringNotContainsString('notice', $this->print(fn () => (new Gateway())->admin_options()), 'Nobody else is told.');
            World::$user = 7;
            $page = $this->print(fn () => (new Gateway())->admin_options());
            self::assertStringContainsString('<div class="notice notice-error inline"><p>Der Shop wurde nicht verbunden: Das ist keine Adresse', $page);
            self::assertStringNotContainsString('notice', $this->print(fn () => (new Gateway())->admin_options()), 'It is told once.');
        }
        self::assertCount(4, World::$log);
    }

    public function testMerchantsReadTheirLanguageAndGettextKnowsTheOthers(): void
    {
        $gateway = fn () => (new Gateway())->form_fields['enabled']['label'];
        self::assertSame('Accept stablecoins', $gateway());
        World::$locale = 'de_CH_informal';
        self::assertSame('Stablecoins annehmen', $gateway());
        World::$locale = 'fr_FR';
        World::$translations = ['Accept stablecoins' => 'Accepter des stablecoins'];
        self::assertSame('Accepter des stablecoins', $gateway());
    }

    public function testOnlyAMerchantConnects(): void
    {
        World::$isMerchant = false;
        foreach (['admin_post_crypto_checkout_connect', 'woocommerce_api_crypto_checkout_connected'] as $hook) {
            self::assertSame('died 403 Sign in as somebody who manages the shop, and press Connect again.', self::exitOf(fn () => World::run($hook)));
        }
    }

    public function testTheShopSystemIsToldOfEverything(): void
    {
        World::run('before_woocommerce_init');
        self::assertSame(['custom_order_tables' => true, 'cart_checkout_blocks' => true], World::$features);
        self::assertSame([Gateway::class], World::run('woocommerce_payment_gateways', []));
        World::run('action_scheduler_init');
        self::assertSame(['crypto_checkout_reconcile' => 300], World::$scheduled);
        World::run('deactivate');
        self::assertSame([], World::$scheduled);
        $blocks = new BlocksMethod();
        $blocks->initialize();
        self::assertTrue($blocks->is_active());
        self::assertSame(['crypto-checkout-blocks'], $blocks->get_payment_method_script_handles());
        self::assertFileExists(dirname(__DIR__) . '/' . substr((string) strstr(World::$scripts['crypto-checkout-blocks'], 'assets'), 0));
        self::assertSame('Pay with a wallet / Pay from an exchange Test mode.', $blocks->get_payment_method_data()['description']);
    }

    public function testTheSettingsShowTheConnectionAndItsButton(): void
    {
        $page = $this->print(fn () => (new Gateway())->admin_options());
        self::assertStringContainsString('Connected to the sandbox of Tea at ' . $this->server->url(), $page);
        self::assertStringContainsString('formaction="http://127.0.0.1:8080/wp-admin/admin-post.php?action=crypto_checkout_connect&amp;_connect_nonce=', $page);
        self::assertStringNotContainsString('sk_test_', $page);
    }

    public function testNoFileReadsOrdersAsPosts(): void
    {
        foreach (glob(dirname(__DIR__) . '/src/{,*/}*.php', GLOB_BRACE) as $file) {
            self::assertDoesNotMatchRegularExpression('/get_post_meta|update_post_meta|get_post\(|WP_Query|get_posts/', (string) file_get_contents($file), $file);
        }
    }
}
