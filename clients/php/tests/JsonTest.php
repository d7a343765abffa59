<?php

declare(strict_types=1);

namespace CryptoCheckout\Tests;

use CryptoCheckout\Json;
use PHPUnit\Framework\TestCase;

final class JsonTest extends TestCase
{
    public function testDecimalsAreTextAndNothingElseIsChanged(): void
    {
        $long = str_repeat('A1.5\\"', 400_000);
        $json = '{"a":49.90,"b":[-0.10,1e3,1.5E-7,0,-7,true,null],"c 1.5":"2.50","d":"\\\\\" 3.5 \\u00e9","e":9007199254740993.01,"f":{},"g":12345678901234567890}';
        self::assertSame([
            'a' => '49.90',
            'b' => ['-0.10', '1e3', '1.5E-7', 0, -7, true, null],
            'c 1.5' => '2.50',
            'd' => '\\" 3.5 é',
            'e' => '9007199254740993.01',
            'f' => [],
            'g' => '12345678901234567890',
        ], Json::decode($json));
        self::assertSame([$long, '1.50'], Json::decode(json_encode([$long]) === false ? '' : substr(json_encode([$long]), 0, -1) . ',1.50]'));
    }

    public function testWhatIsNoJsonIsRefused(): void
    {
        foreach (['', '01.5', '1.5.5', '.5', '1.', '{"a":1.5', '[1.5e]', "'1.5'"] as $text) {
            try {
                self::fail("$text was read as " . var_export(Json::decode($text), true));
            } catch (\JsonException) {
                self::addToAssertionCount(1);
            }
        }
    }

    public function testAFloatIsNeverWritten(): void
    {
        self::assertSame('{"amount":"0.10","nested":{"list":[1,true,null]},"url":"a/é"}', Json::encode(['amount' => '0.10', 'nested' => ['list' => [1, true, null]], 'url' => 'a/é']));
        $this->expectExceptionMessage('metadata.weight is a float');
        Json::encode(['metadata' => (object) ['weight' => 0.1]]);
    }
}
