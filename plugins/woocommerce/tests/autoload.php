<?php

declare(strict_types=1);

require dirname(__DIR__) . '/src/autoload.php';
require dirname(__DIR__, 3) . '/clients/php/tests/autoload.php';

spl_autoload_register(static function (string $class): void {
    $file = __DIR__ . strtr(substr($class, strlen('CryptoCheckout\\WooCommerce\\Tests')), '\\', '/') . '.php';
    if (str_starts_with($class, 'CryptoCheckout\\WooCommerce\\Tests\\') && is_file($file)) {
        require $file;
    }
});
