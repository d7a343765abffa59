<?php

/** The plug-in without WordPress as a shop of plugins/stories: it reads requests as lines of JSON, and answers each. */

declare(strict_types=1);

use CryptoCheckout\CheckoutApiError;
use CryptoCheckout\Client;
use CryptoCheckout\WooCommerce\Checkout;
use CryptoCheckout\WooCommerce\Note;
use CryptoCheckout\WooCommerce\Order;
use CryptoCheckout\WooCommerce\Refused;
use CryptoCheckout\WooCommerce\Tests\FileOrders;

require __DIR__ . '/autoload.php';

final class StoriesDriver
{
    private FileOrders $orders;
    private Checkout $checkout;

    public function start(array $input): array
    {
        $this->orders = new FileOrders($input['folder']);
        $client = new Client($input['baseUrl'], $input['publicKey'], $input['secretKey'], timeoutMs: 10_000, deadlineMs: 20_000);
        $this->checkout = new Checkout($client, $this->orders, $input['webhookSecret'], "{$input['cryptocurrency']}/{$input['network']}");
        return [];
    }

    public function place(array $input): array
    {
        $this->orders->add($input['order'], $input['amount'], $input['currency']);
        return ['payment' => $this->checkout->pay($input['order'])->id];
    }

    public function amend(array $input): array
    {
        $this->change($input['order'], fn ($order) => $order->fields = ['total' => $input['amount'], 'currency' => $input['currency']] + $order->fields);
        return [];
    }

    public function cancel(array $input): array
    {
        $this->change($input['order'], fn ($order) => $order->fields['status'] = 'cancelled');
        return [];
    }

    private function change(string $number, callable $change): void
    {
        $this->orders->lock($number, function (Order $order) use ($change): void {
            if (!$this->checkout->releaseLocked($order)) {
                throw new Refused(Note::of('on_its_way'));
            }
            $change($order);
            $order->save($order->read()->memory);
        });
    }

    public function refund(array $input): array
    {
        $this->checkout->refund($input['order'], $input['refund'], $input['amount']);
        return ['url' => $this->orders->get($input['order'])->read()->memory->refunds[$input['refund']]['url']];
    }

    public function webhook(array $input): array
    {
        return ['status' => $this->checkout->receive($input['body'], $input['headers'])];
    }

    public function reconcile(): array
    {
        $this->checkout->reconcile();
        return [];
    }

    public function read(array $input): array
    {
        $order = $this->orders->get($input['order']);
        $memory = $order->read()->memory;
        $refunds = [];
        foreach ($memory->refunds as $reference => $refund) {
            $status = $refund['status'] === 'completed' ? 'completed' : 'pending';
            $refunds[] = ['refund' => (string) $reference, 'amount' => $refund['amount'], 'status' => $status];
        }
        return ['paid' => $order->fields['paid'], 'attention' => $memory->attention, 'refunds' => $refunds];
    }
}

$driver = new StoriesDriver();
while (($line = fgets(STDIN)) !== false) {
    $input = json_decode($line, true, 512, JSON_THROW_ON_ERROR);
    $answer = ['id' => $input['id']];
    try {
        $answer['ok'] = (object) $driver->{$input['do']}($input);
    } catch (Refused $refused) {
        $answer['refused'] = $refused->getMessage();
    } catch (Throwable $failure) {
        $answer['failed'] = (string) $failure;
    }
    fwrite(STDOUT, json_encode($answer, JSON_THROW_ON_ERROR) . "\n");
}
