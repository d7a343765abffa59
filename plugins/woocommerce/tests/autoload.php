<?php

declare(strict_types=1);

require dirname(__DIR__, 3) . '/clients/php/tests/autoload.php';

spl_autoload_register(static function (string $class): void {
    foreach (['CryptoCheckout\\WooCommerce\\Tests\\' => __DIR__, 'CryptoCheckout\\WooCommerce\\' => dirname(__DIR__) . '/src'] as $prefix => $folder) {
        $file = $folder . '/' . strtr(substr($class, strlen($prefix)), '\\', '/') . '.php';
        if (str_starts_with($class, $prefix) && is_file($file)) {
            require $file;
            return;
        }
    }
});
