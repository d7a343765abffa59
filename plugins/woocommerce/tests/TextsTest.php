<?php

declare(strict_types=1);

namespace CryptoCheckout\WooCommerce\Tests;

use CryptoCheckout\WooCommerce\Note;
use CryptoCheckout\WooCommerce\Texts;
use PHPUnit\Framework\TestCase;

/** The texts for payers and merchants, in each of their languages. */
final class TextsTest extends TestCase
{
    /** @return array<string, array<string, string>> The texts by file. */
    private static function load(string $reader): array
    {
        $files = glob(dirname(__DIR__) . "/languages/$reader/*.php");
        return array_combine($files, array_map(static fn (string $file) => require $file, $files));
    }

    /** @dataProvider readers */
    public function testEachLanguageHasEachTextWithItsValues(string $reader, int $count, string $values): void
    {
        $languages = self::load($reader);
        self::assertCount($count, $languages);
        $english = $languages[dirname(__DIR__) . "/languages/$reader/en.php"];
        foreach ($languages as $file => $texts) {
            self::assertSame(array_keys($english), array_keys($texts), $file);
            foreach ($texts as $name => $text) {
                preg_match_all($values, $text, $used);
                preg_match_all($values, $english[$name], $expected);
                self::assertEqualsCanonicalizing(array_unique($expected[0]), array_unique($used[0]), "$file: $name");
            }
        }
    }

    public function readers(): array
    {
        return ['payers' => ['payer', 12, '/\{\w+\}/'], 'merchants' => ['merchant', 2, '/%\d\$s/']];
    }

    public function testALocaleGetsItsLanguageAndElseEnglish(): void
    {
        self::assertSame('Waiting for payment', Texts::forPayer('xx_YY')->get('awaiting_title'));
        self::assertEquals(Texts::forPayer('pt_PT'), Texts::forPayer('pt_BR'));
        self::assertSame('Verbinden', Texts::forMerchant('de_AT')->get('connect'));
        self::assertSame('Connect', Texts::forMerchant('../merchant/de')->get('connect'));
    }

    public function testTheCodeNamesTextsThatThereAre(): void
    {
        $known = array_keys(require dirname(__DIR__) . '/languages/merchant/en.php');
        $code = implode(array_map('file_get_contents', glob(dirname(__DIR__) . '/src/{,*/}*.php', GLOB_BRACE)));
        preg_match_all("/'(\w+)'/", $code, $words);
        self::assertSame([], array_values(array_diff($known, $words[1])), 'Each text is used.');
        preg_match_all("/Note::of\((?:[^']*\? )?'(\w+)'(?: : '(\w+)')?/", $code, $names);
        $named = array_diff(array_filter([...$names[1], ...$names[2]]), ['refund_collect']);
        self::assertGreaterThan(20, count($named));
        self::assertSame([], array_values(array_diff($named, $known)), 'Each name has a text.');
    }

    public function testEachNoteTakesItsValues(): void
    {
        foreach (self::load('merchant') as $texts) {
            foreach ($texts as $key => $text) {
                preg_match_all('/%(\d)\$s/', $text, $values);
                $note = Note::of($key, ...array_pad([], count(array_unique($values[1])), 'x'));
                self::assertStringNotContainsString('%', $note->write('de_DE', static fn (string $text) => $text), $key);
            }
        }
        self::assertStringContainsString('5 EUR. https://pay', Note::of('refund_collect', '5 EUR', 'https://pay')->write('de', 'strval'));
    }
}
