<?php

declare(strict_types=1);

namespace CryptoCheckout\WooCommerce\Tests;

use CryptoCheckout\WooCommerce\Orders;

/** Orders in a folder, which several processes may share and any may be killed. An order's id is its number. */
final class FileOrders implements Orders
{
    /** An order that cannot be worked on. */
    public ?string $broken = null;

    public function __construct(private readonly string $folder, private readonly string $shop = 'https://shop.example.com')
    {
    }

    public function add(string $number, string $total, string $currency): void
    {
        $this->lockFile($number, function () use ($number, $total, $currency): void {
            if (!is_file($this->path($number))) {
                $this->write($number, ['number' => $number, 'status' => 'pending', 'total' => $total, 'currency' => $currency]);
            }
        });
    }

    public function get(string $number): FileOrder
    {
        $fields = json_decode((string) file_get_contents($this->path($number)), true, 512, JSON_THROW_ON_ERROR);
        return new FileOrder($fields, fn (array $changed) => $this->write($number, $changed));
    }

    public function getShop(): string
    {
        return $this->shop;
    }

    public function findId(array $metadata): ?string
    {
        $id = (string) ($metadata['order'] ?? '');
        return ($metadata['shop'] ?? '') === $this->shop && is_file($this->path($id)) ? $id : null;
    }

    public function lock(string $id, callable $run): mixed
    {
        if ($id === $this->broken) {
            throw new \RuntimeException("$id is broken");
        }
        return $this->lockFile($id, fn () => $run($this->get($id)));
    }

    public function getCursor(): int
    {
        return (int) @file_get_contents("$this->folder/cursor");
    }

    public function setCursor(int $sequence): void
    {
        $this->replace("$this->folder/cursor", (string) $sequence);
    }

    private function lockFile(string $id, callable $run): mixed
    {
        $file = fopen($this->path($id) . '.lock', 'c');
        flock($file, LOCK_EX);
        try {
            return $run();
        } finally {
            fclose($file);
        }
    }

    private function write(string $number, array $fields): void
    {
        $this->replace($this->path($number), json_encode($fields, JSON_THROW_ON_ERROR));
    }

    private function replace(string $path, string $text): void
    {
        $new = $path . '.' . getmypid();
        file_put_contents($new, $text);
        rename($new, $path);
    }

    private function path(string $number): string
    {
        return $this->folder . '/' . rawurlencode($number) . '.json';
    }
}
