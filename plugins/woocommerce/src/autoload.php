<?php

declare(strict_types=1);

/** Loads the classes of the plug-in and of its client. */
spl_autoload_register(static function (string $class): void {
    // The zip contains the client. In a clone it is elsewhere.
    $client = is_dir(dirname(__DIR__) . '/client') ? dirname(__DIR__) . '/client/src' : dirname(__DIR__, 3) . '/clients/php/src';
    foreach (['CryptoCheckout\\WooCommerce\\' => __DIR__, 'CryptoCheckout\\' => $client] as $prefix => $folder) {
        $file = $folder . '/' . strtr(substr($class, strlen($prefix)), '\\', '/') . '.php';
        if (str_starts_with($class, $prefix) && is_file($file)) {
            require $file;
            return;
        }
    }
});
