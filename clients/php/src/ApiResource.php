<?php

declare(strict_types=1);

namespace CryptoCheckout;

/** A thing of the API. Its properties are fields of the API by their own names; `answer` has all of them. */
abstract class ApiResource
{
    /**
     * @internal
     * @param array<string, mixed> $answer
     */
    public static function fromAnswer(array $answer): static
    {
        $constructor = new \ReflectionMethod(static::class, '__construct');
        $fields = ['answer' => $answer];
        foreach ($constructor->getParameters() as $parameter) {
            $name = $parameter->getName();
            if (array_key_exists($name, $answer)) {
                $fields[$name] = $answer[$name];
            }
        }
        try {
            return new static(...$fields);
        } catch (\TypeError $error) {
            throw CheckoutApiError::unexpected('The answer is not the checkout\'s: ' . static::class . ' has other fields.', 200, $error);
        }
    }
}
