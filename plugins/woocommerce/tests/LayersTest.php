<?php

declare(strict_types=1);

namespace CryptoCheckout\WooCommerce\Tests;

use PHPUnit\Framework\TestCase;

/** The files that know WordPress or WooCommerce, and their share of the code that a shop gets. The client is part of it. */
final class LayersTest extends TestCase
{
    /** Words of WordPress in texts of the code: constants, hooks, options and capabilities. */
    private const WORDS = '/^.(ABSPATH|WP_|woocommerce_|manage_woocommerce|wc-|wp-|admin_|before_woocommerce|action_scheduler_)/';

    /** @return list<string> All files of the zip with code. Those of `languages` are data, and are not counted. */
    private static function listFiles(): array
    {
        $root = dirname(__DIR__);
        return [...glob("$root/*.php"), ...glob("$root/src/{,WordPress/}*.php", GLOB_BRACE), ...glob(dirname($root, 2) . '/clients/php/src/*.php')];
    }

    /** @return list<\PhpToken> The tokens without comments and white space. */
    private static function tokenize(string $file): array
    {
        $tokens = \PhpToken::tokenize((string) file_get_contents($file));
        return array_values(array_filter($tokens, static fn (\PhpToken $token) => !$token->isIgnorable()));
    }

    /** Lines with code: neither empty nor a comment. */
    private static function countLines(string $file): int
    {
        $lines = [];
        foreach (self::tokenize($file) as $token) {
            array_push($lines, ...range($token->line, $token->line + substr_count(rtrim($token->text), "\n")));
        }
        return count(array_unique($lines));
    }

    /** @return list<string> Names in a file that are neither PHP's nor ours. */
    private static function listForeign(string $file): array
    {
        $functions = array_flip(get_defined_functions()['internal']);
        $constants = array_merge(...array_values(array_diff_key(get_defined_constants(true), ['user' => 0])));
        $tokens = self::tokenize($file);
        $foreign = [];
        foreach ($tokens as $index => $token) {
            [$before, $after] = [$tokens[$index - 1] ?? null, $tokens[$index + 1] ?? null];
            $isMember = $before?->is(['->', '?->', '::', 'function', 'const', 'new']) || $after?->is(':');
            $isCall = $after?->is('(') ?? false;
            $isForeign = match (true) {
                $token->is(T_VARIABLE) => $token->text === '$wpdb',
                $token->is([T_CONSTANT_ENCAPSED_STRING, T_ENCAPSED_AND_WHITESPACE]) => preg_match(self::WORDS, $token->text) === 1,
                $token->is([T_NAME_FULLY_QUALIFIED, T_NAME_QUALIFIED]) => !self::isKnownClass($token->text),
                // Methods of PHP and ours are in camel case.
                $token->is(T_STRING) && $isMember => $isCall && str_contains($token->text, '_') && !str_starts_with($token->text, '__'),
                $token->is(T_STRING) && $isCall => !isset($functions[strtolower($token->text)]),
                $token->is(T_STRING) => preg_match('/^[A-Z]+_[A-Z_]+$/D', $token->text) === 1 && !array_key_exists($token->text, $constants),
                default => false,
            };
            if ($isForeign) {
                $foreign[] = $token->text;
            }
        }
        return array_values(array_unique($foreign));
    }

    private static function isKnownClass(string $name): bool
    {
        $name = ltrim($name, '\\');
        if (str_starts_with($name, 'CryptoCheckout\\') || $name === 'SensitiveParameter') {
            return true;
        }
        return (class_exists($name, false) || interface_exists($name, false)) && (new \ReflectionClass($name))->isInternal();
    }

    private static function mayKnow(string $file): bool
    {
        return dirname($file) === dirname(__DIR__) || basename(dirname($file)) === 'WordPress';
    }

    public function testOnlyTheFilesOfWordPressKnowIt(): void
    {
        foreach (self::listFiles() as $file) {
            $foreign = self::listForeign($file);
            self::assertSame(self::mayKnow($file), $foreign !== [], "$file: " . implode(', ', $foreign));
            if (!self::mayKnow($file)) {
                self::assertStringNotContainsString('WooCommerce\\WordPress', (string) file_get_contents($file), $file);
            }
        }
    }

    public function testTheReadmeSaysTheShareOfTheOthers(): void
    {
        $lines = ['all' => 0, 'plain' => 0];
        foreach (self::listFiles() as $file) {
            $count = self::countLines($file);
            $lines['all'] += $count;
            $lines['plain'] += self::mayKnow($file) ? 0 : $count;
        }
        $share = (int) floor(100 * $lines['plain'] / $lines['all']);
        $readme = (string) file_get_contents(dirname(__DIR__) . '/README.md');
        self::assertStringContainsString("$share % of the lines of code know no WordPress", $readme, "{$lines['plain']} of {$lines['all']} lines");
    }
}
