<?php

declare(strict_types=1);

namespace CryptoCheckout\WooCommerce\Tests;

use PHPUnit\Framework\TestCase;

final class BuildTest extends TestCase
{
    private string $folder;

    protected function setUp(): void
    {
        $this->folder = sys_get_temp_dir() . '/woo-build-' . bin2hex(random_bytes(6));
        mkdir($this->folder);
    }

    protected function tearDown(): void
    {
        $files = new \RecursiveIteratorIterator(new \RecursiveDirectoryIterator($this->folder, \FilesystemIterator::SKIP_DOTS), \RecursiveIteratorIterator::CHILD_FIRST);
        foreach ($files as $file) {
            $file->isDir() ? rmdir((string) $file) : unlink((string) $file);
        }
        rmdir($this->folder);
    }

    /** @return array{int, string} */
    private static function execute(string ...$command): array
    {
        $process = proc_open($command, [1 => ['pipe', 'w'], 2 => ['redirect', 1]], $pipes);
        $output = (string) stream_get_contents($pipes[1]);
        return [proc_close($process), $output];
    }

    private static function node(string $script, string ...$arguments): array
    {
        return self::execute(dirname(__DIR__, 3) . '/node_modules/.bin/node', dirname(__DIR__) . "/$script", ...$arguments);
    }

    public function testTheZipIsTheSameTwiceAndTheWholePluginStartsFromIt(): void
    {
        foreach (['a.zip', 'b.zip'] as $name) {
            self::assertSame(0, self::node('build.ts', "$this->folder/$name")[0]);
        }
        self::assertFileEquals("$this->folder/a.zip", "$this->folder/b.zip");
        (new \PharData("$this->folder/a.zip"))->extractTo($this->folder);
        $root = "$this->folder/crypto-checkout";
        $files = [];
        foreach (new \RecursiveIteratorIterator(new \RecursiveDirectoryIterator($root, \FilesystemIterator::SKIP_DOTS)) as $file) {
            $files[] = substr((string) $file, strlen($root) + 1);
        }
        foreach (['crypto-checkout.php', 'LICENSE', 'readme.txt', 'assets/blocks.js', 'client/LICENSE', 'client/src/Client.php', 'languages/payer/ar.php', 'languages/merchant/de.php', 'languages/crypto-checkout.pot', 'src/WordPress/Plugin.php'] as $needed) {
            self::assertContains($needed, $files);
        }
        self::assertSame([], array_values(preg_grep('~test|phpunit|composer|\.ts$|\.md$~i', $files)));
        $program = sprintf(
            'define("ABSPATH", "/"); require %s; require %s; $files = get_included_files(); foreach (%s as $class) { class_exists($class) || exit("no $class"); }
            foreach (get_included_files() as $file) { str_starts_with($file, %s) || str_contains($file, "Stubs") || exit("outside: $file"); } echo "started";',
            var_export(__DIR__ . '/Stubs/wordpress.php', true),
            var_export("$root/crypto-checkout.php", true),
            var_export(['CryptoCheckout\Client', 'CryptoCheckout\WooCommerce\Checkout', 'CryptoCheckout\WooCommerce\WordPress\Gateway'], true),
            var_export($root, true),
        );
        self::assertSame([0, 'started'], self::execute(PHP_BINARY, '-r', $program));
    }

    public function testTheVersionIsSaidTheSameEverywhere(): void
    {
        $root = dirname(__DIR__);
        preg_match('/^ \* Version: (.+)$/m', (string) file_get_contents("$root/crypto-checkout.php"), $header);
        preg_match('/^Stable tag: (.+)$/m', (string) file_get_contents("$root/readme.txt"), $readme);
        preg_match("/VERSION = '(.+)'/", (string) file_get_contents("$root/src/WordPress/Plugin.php"), $code);
        $server = json_decode((string) file_get_contents(dirname($root, 2) . '/packages/server/package.json'), true);
        self::assertSame(array_fill(0, 3, $server['version']), [$header[1], $readme[1], $code[1]]);
    }

    public function testThePreviewSaysThatItIsOne(): void
    {
        foreach (['crypto-checkout.php', 'readme.txt', 'README.md', '../../docs/woocommerce.md', 'texts/en.ts'] as $file) {
            self::assertMatchesRegularExpression('/preview: not yet run in a shop/i', (string) file_get_contents(dirname(__DIR__) . "/$file"), $file);
        }
    }

    public function testTheTextsAreThoseOfTheirSources(): void
    {
        self::assertSame([0, ''], self::node('write-texts.ts', '--check'));
    }

    public function testTheScriptOfTheBlocksRegistersTheWayToPay(): void
    {
        $program = 'globalThis.window = { wp: { element: { createElement: (...all) => all }, htmlEntities: { decodeEntities: (text) => text } },
            wc: { wcSettings: { getSetting: () => ({ title: "Coins", description: "Pay", supports: ["products", "refunds"] }) },
            wcBlocksRegistry: { registerPaymentMethod: (method) => console.log(JSON.stringify(method)) } } }; ';
        $script = (string) file_get_contents(dirname(__DIR__) . '/assets/blocks.js');
        [$status, $output] = self::execute(dirname(__DIR__, 3) . '/node_modules/.bin/node', '-e', $program . $script);
        $method = json_decode($output, true);
        self::assertSame([0, 'crypto_checkout', 'Coins', ['products', 'refunds']], [$status, $method['name'], $method['ariaLabel'], $method['supports']['features']]);
    }
}
