<?php

declare(strict_types=1);

/** Loads classes by PSR-4, as Composer would. */
spl_autoload_register(static function (string $class): void {
    foreach (['CryptoCheckout\\Tests\\' => __DIR__, 'CryptoCheckout\\' => dirname(__DIR__) . '/src'] as $prefix => $folder) {
        $file = $folder . '/' . strtr(substr($class, strlen($prefix)), '\\', '/') . '.php';
        if (str_starts_with($class, $prefix) && is_file($file)) {
            require $file;
            return;
        }
    }
});
