<?php

declare(strict_types=1);

namespace CryptoCheckout\Tests;

use CryptoCheckout\ConnectedShop;
use CryptoCheckout\Event;
use CryptoCheckout\Payment;
use CryptoCheckout\PaymentMethod;
use CryptoCheckout\Payments;
use CryptoCheckout\Refund;
use CryptoCheckout\Refunds;
use PHPUnit\Framework\TestCase;

/** Holds the names and types of the client against the server's own OpenAPI document. */
final class FieldsTest extends TestCase
{
    private const TYPES = ['string' => 'string', 'number' => 'string', 'integer' => 'int', 'boolean' => 'bool', 'array' => 'array', 'object' => 'array'];

    /** @dataProvider resources */
    public function testEachFieldThatIsReadIsInTheApiWithItsType(string $class, string $schema): void
    {
        ['properties' => $properties] = $this->schema($schema);
        foreach ((new \ReflectionMethod($class, '__construct'))->getParameters() as $parameter) {
            $name = $parameter->getName();
            if ($name === 'answer') {
                continue;
            }
            self::assertArrayHasKey($name, $properties, "$schema has no $name");
            $type = $parameter->getType();
            [$expected, $isNullable] = $this->typeOf($properties[$name]);
            self::assertSame([$expected, $isNullable], [$type->getName(), $type->allowsNull()], "$schema.$name");
        }
    }

    public function resources(): array
    {
        return [
            [Payment::class, 'Payment'],
            [Refund::class, 'Refund'],
            [PaymentMethod::class, 'ConfiguredMethod'],
            [ConnectedShop::class, 'ConnectedShop'],
            [Event::class, 'PaymentEvent'],
            [Event::class, 'RefundEvent'],
        ];
    }

    /** @dataProvider operations */
    public function testAnOperationTakesEachFieldOfTheApiAndNoOther(string $class, string $schema): void
    {
        ['properties' => $properties, 'required' => $required] = $this->schema($schema);
        $parameters = [];
        foreach ((new \ReflectionMethod($class, 'create'))->getParameters() as $parameter) {
            $parameters[$parameter->getName()] = $parameter->isOptional();
        }
        unset($parameters['idempotencyKey']);
        self::assertEqualsCanonicalizing(array_keys($properties), array_keys($parameters));
        self::assertEqualsCanonicalizing($required, array_keys($parameters, false, true));
    }

    public function operations(): array
    {
        return [[Payments::class, 'PaymentInput'], [Refunds::class, 'RefundInput']];
    }

    private function schema(string $name): array
    {
        static $schemas = null;
        $schemas ??= TestServer::get()->openApi()['components']['schemas'];
        return $schemas[$name];
    }

    /** The PHP type of a field, and whether it can be null. Numbers with decimals are text. */
    private function typeOf(array $field): array
    {
        if (isset($field['$ref'])) {
            return $this->typeOf($this->schema(basename($field['$ref'])));
        }
        if (isset($field['anyOf'])) {
            $types = array_map($this->typeOf(...), $field['anyOf']);
            $known = array_values(array_unique(array_filter(array_column($types, 0))));
            return [$known[0] ?? null, in_array(true, array_column($types, 1), true)];
        }
        if (isset($field['const']) || isset($field['enum'])) {
            return ['string', false];
        }
        $types = (array) $field['type'];
        $known = array_values(array_diff($types, ['null']));
        return [self::TYPES[$known[0] ?? ''] ?? null, in_array('null', $types, true)];
    }
}
