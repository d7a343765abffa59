<?php

declare(strict_types=1);

namespace CryptoCheckout\WooCommerce\Tests;

use CryptoCheckout\WooCommerce\Order;
use CryptoCheckout\WooCommerce\Shop;

/** A shop system in memory, with one person in front of it. */
final class MemoryShop implements Shop
{
    public string $address = 'http://127.0.0.1:8080';
    /** @var array<string, mixed> */
    public array $values = [];
    /** @var array<string, string> */
    public array $rows = [];
    /** @var array<string, FileOrder> */
    public array $orders = [];
    /** @var list<string> */
    public array $log = [];

    public function addOrder(string $id, array $fields = []): FileOrder
    {
        $fields += ['number' => $id, 'status' => 'pending', 'total' => '10.00', 'currency' => 'EUR'];
        return $this->orders[$id] = new FileOrder($fields, static fn () => null);
    }

    public function getAddress(): string
    {
        return $this->address;
    }

    public function getMethod(): string
    {
        return 'USDC/ethereum';
    }

    public function findOrder(string $id, bool $isFresh = false): ?Order
    {
        return $this->orders[$id] ?? null;
    }

    public function log(\Throwable $error): void
    {
        $this->log[] = $error->getMessage();
    }

    public function read(string $name): mixed
    {
        return $this->values[$name] ?? null;
    }

    public function write(string $name, mixed $value): void
    {
        $this->values[$name] = $value;
    }

    public function remember(string $name, mixed $value, int $seconds): void
    {
        $this->values["remembered $name"] = $value;
    }

    public function take(string $name): mixed
    {
        $value = $this->values["remembered $name"] ?? null;
        unset($this->values["remembered $name"]);
        return $value;
    }

    public function insert(string $name, string $value): bool
    {
        $isNew = !isset($this->rows[$name]);
        $this->rows[$name] ??= $value;
        return $isNew;
    }

    public function get(string $name): string
    {
        return $this->rows[$name] ?? '';
    }

    public function delete(string $name, string $value): void
    {
        if ($this->get($name) === $value) {
            unset($this->rows[$name]);
        }
    }
}
