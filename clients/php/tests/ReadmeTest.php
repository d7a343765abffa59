<?php

declare(strict_types=1);

namespace CryptoCheckout\Tests;

use PHPUnit\Framework\TestCase;

final class ReadmeTest extends TestCase
{
    public function testTheCallsOfTheReadmeRun(): void
    {
        [$calls] = self::blocks();
        [$status, $output] = self::execute(str_replace('https://pay.example.com/sandbox/v1', TestServer::get()->baseUrl(), $calls));
        self::assertSame(0, $status, $output);
        self::assertMatchesRegularExpression('~^Pay at http://127.0.0.1:\d+/pay/\w+\n(pay_\w+ [\d.]+ \w+\n)+\w+ req_\w+\n$~', $output);
    }

    public function testTheReceiverOfTheReadmeRefusesWhatIsNotSigned(): void
    {
        [, $receiver] = self::blocks();
        [$status, $output] = self::execute($receiver);
        self::assertSame([0, 'The header webhook-id is missing or repeated.'], [$status, $output]);
    }

    public function testTheShopOfTheReadmeConnects(): void
    {
        [, , $begin, $return] = self::blocks();
        [$status, $output] = self::execute("$begin\necho \$connect->url;");
        self::assertStringStartsWith('https://pay.example.com/dashboard/connect?client_name=Tea%20shop&', $output);
        self::assertSame(0, $status);
        [$status, $output] = self::execute("$return");
        self::assertStringContainsString('This answer belongs to no request of this browser', $output);
        self::assertSame(255, $status);
    }

    /** @return list<string> */
    private static function blocks(): array
    {
        preg_match_all('/^```php\n(.*?)^```$/ms', (string) file_get_contents(dirname(__DIR__) . '/README.md'), $found);
        return $found[1];
    }

    /** @return array{int, string} */
    private static function execute(string $code): array
    {
        $server = TestServer::get();
        $environment = [
            'CHECKOUT_PUBLIC_KEY' => $server->publicKey(),
            'CHECKOUT_SECRET_KEY' => $server->secretKey(),
            'MERCHANT_WALLET' => $server->wallet(),
            'WEBHOOK_SECRET' => 'whsec_' . base64_encode(str_repeat('7', 32)),
        ];
        $program = 'require ' . var_export(__DIR__ . '/autoload.php', true) . ";\n";
        // The imports come first in a file.
        $program = preg_replace('/^(?!use )/m', $program, $code, 1);
        $process = proc_open([PHP_BINARY, '-r', $program], [1 => ['pipe', 'w'], 2 => ['redirect', 1]], $pipes, null, $environment);
        $output = (string) stream_get_contents($pipes[1]);
        return [proc_close($process), $output];
    }
}
