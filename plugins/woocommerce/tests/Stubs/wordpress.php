<?php

/**
 * The functions of WordPress and the classes of WooCommerce that the plug-in uses, as far as it uses them. They prove its
 * syntax and its logic, and nothing of a shop.
 */

declare(strict_types=1);

namespace {
    use CryptoCheckout\WooCommerce\Tests\Stubs\Exited;
    use CryptoCheckout\WooCommerce\Tests\Stubs\World;

    function add_action(string $hook, callable $callback, int $priority = 10, int $count = 1): void
    {
        World::$hooks[$hook][] = $callback;
    }

    function add_filter(string $hook, callable $callback, int $priority = 10, int $count = 1): void
    {
        World::$hooks[$hook][] = $callback;
    }

    function get_option(string $name, mixed $default = false): mixed
    {
        return World::filter("option_$name", World::$options[$name] ?? $default);
    }

    function update_option(string $name, mixed $value, bool $autoload = true): void
    {
        World::$options[$name] = $value;
    }

    function set_transient(string $name, mixed $value, int $seconds): void
    {
        World::$transients[$name] = $value;
    }

    function get_transient(string $name): mixed
    {
        return World::$transients[$name] ?? false;
    }

    function delete_transient(string $name): void
    {
        unset(World::$transients[$name]);
    }

    function home_url(string $path = ''): string
    {
        return 'http://127.0.0.1:8080' . $path;
    }

    function admin_url(string $path = ''): string
    {
        return home_url("/wp-admin/$path");
    }

    function get_bloginfo(string $show): mixed
    {
        return World::filter('get_bloginfo', 'Zoë&#8217;s tea');
    }

    function get_locale(): mixed
    {
        return World::filter('get_locale', World::$siteLocale);
    }

    function determine_locale(): mixed
    {
        return World::filter('determine_locale', World::$locale);
    }

    function current_user_can(string $capability): bool
    {
        return World::$isMerchant;
    }

    function get_current_user_id(): int
    {
        return World::$user;
    }

    function check_admin_referer(string $action, string $name): void
    {
        World::$checked[] = $action;
    }

    function wp_nonce_url(string $url, string $action, string $name): string
    {
        return "$url&$name=$action";
    }

    function wp_die(string $message, string $title, array $options): never
    {
        throw new Exited("died {$options['response']} $message");
    }

    function wp_redirect(string $url): never
    {
        throw new Exited($url);
    }

    function wp_safe_redirect(string $url): never
    {
        throw new Exited($url);
    }

    function status_header(int $status): never
    {
        throw new Exited("status $status");
    }

    function wp_unslash(mixed $value): mixed
    {
        return is_array($value) ? array_map('wp_unslash', $value) : stripslashes($value);
    }

    function wp_specialchars_decode(string $text, int $flags): string
    {
        return html_entity_decode($text, $flags);
    }

    function esc_url_raw(string $url): string
    {
        return $url;
    }

    function esc_url(string $url): string
    {
        return htmlspecialchars($url);
    }

    function esc_html(string $text): string
    {
        return htmlspecialchars($text);
    }

    function esc_attr(string $text): string
    {
        return htmlspecialchars($text);
    }

    function __(string $text, string $domain): mixed
    {
        return World::filter('gettext', World::$translations[$text] ?? $text);
    }

    function wp_mail(string $to, string $subject, string $body): void
    {
        World::$mails[] = [$to, $subject, $body];
    }

    function plugins_url(string $path, string $file): string
    {
        return home_url("/wp-content/plugins/crypto-checkout/$path");
    }

    function wp_register_script(string $handle, string $url, array $dependencies, string $version, bool $inFooter): void
    {
        World::$scripts[$handle] = $url;
    }

    function register_deactivation_hook(string $file, callable $callback): void
    {
        World::$hooks['deactivate'][] = $callback;
    }

    function clean_post_cache(int $id): void
    {
    }

    function as_has_scheduled_action(string $hook): bool
    {
        return isset(World::$scheduled[$hook]);
    }

    function as_schedule_recurring_action(int $at, int $seconds, string $hook, array $arguments, string $group, bool $isUnique): void
    {
        World::$scheduled[$hook] = $seconds;
    }

    function as_unschedule_all_actions(string $hook): void
    {
        unset(World::$scheduled[$hook]);
    }

    function WC(): object
    {
        return new class () {
            public function api_request_url(string $name): string
            {
                return home_url("/?wc-api=$name");
            }
        };
    }

    function wc_get_logger(): object
    {
        return new class () {
            public function error(string $message, array $context): void
            {
                World::$log[] = $message;
            }
        };
    }

    /** Without a copy: some object caches give everybody the same object, with what was not stored. */
    function wc_get_order(int $id): WC_Order|WC_Order_Refund|false
    {
        foreach (World::$caches as $orders) {
            if (isset($orders[$id])) {
                return $orders[$id];
            }
        }
        $order = isset(World::$orders[$id]) ? clone World::$orders[$id] : false;
        foreach (array_keys(World::$caches) as $class) {
            World::$caches[$class][$id] = $order;
        }
        return $order;
    }

    function wc_get_container(): object
    {
        return new class () {
            public function get(string $class): object
            {
                return new $class();
            }
        };
    }

    function wc_get_price_decimals(): int
    {
        return 2;
    }

    function wc_format_decimal(mixed $number, int $decimals): string
    {
        return number_format((float) $number, $decimals, '.', '');
    }

    function wc_add_notice(string $text, string $kind): void
    {
        World::$notices[] = $text;
    }

    function wc_maybe_reduce_stock_levels(int $id): void
    {
        World::$stock[$id] = 'taken';
    }

    function wc_maybe_increase_stock_levels(int $id): void
    {
        World::$stock[$id] = 'free';
    }

    final class WP_Error
    {
        public function __construct(public readonly string $code, public readonly string $message)
        {
        }
    }

    final class WC_Order_Refund
    {
    }

    /**
     * An order in memory: a copy of it sees nothing of what others write, until it is read again. Two hooks of other plug-ins
     * may throw: `canWrite` is about that of the data store, and `canComplete` about one before it.
     */
    final class WC_Order
    {
        public array $meta = [];
        public array $notes = [];
        public string $status = 'pending';
        public string $transactionId = '';
        public ?string $datePaid = null;
        public string $paymentMethod = 'crypto_checkout';
        public bool $canComplete = true;
        public bool $canWrite = true;
        public bool $doesComplete = true;

        public function __construct(public readonly int $id, public string $total, public string $currency = 'EUR')
        {
            World::$orders[$id] = $this;
        }

        public function get_id(): int
        {
            return $this->id;
        }

        public function get_order_number(): mixed
        {
            return World::filter('get_order_number', World::$prefix . $this->id);
        }

        public function get_status(string $context = 'view'): mixed
        {
            return $context === 'edit' ? $this->status : World::filter('get_status', $this->status);
        }

        public function set_status(string $status): void
        {
            $this->status = $status;
        }

        public function get_total(string $context = 'view'): mixed
        {
            return $context === 'edit' ? $this->total : World::filter('get_total', $this->total);
        }

        public function get_currency(string $context = 'view'): mixed
        {
            return $context === 'edit' ? $this->currency : World::filter('get_currency', $this->currency);
        }

        public function get_payment_method(string $context = 'view'): mixed
        {
            return $context === 'edit' ? $this->paymentMethod : World::filter('get_payment_method', $this->paymentMethod);
        }

        public function set_payment_method(WC_Payment_Gateway $gateway): void
        {
            $this->paymentMethod = $gateway->id;
        }

        public function get_transaction_id(string $context = 'view'): mixed
        {
            return $context === 'edit' ? $this->transactionId : World::filter('get_transaction_id', $this->transactionId);
        }

        public function get_date_paid(string $context = 'view'): mixed
        {
            return $context === 'edit' ? $this->datePaid : World::filter('get_date_paid', $this->datePaid);
        }

        public function get_meta(string $name, bool $isOne = true, string $context = 'view'): mixed
        {
            return $context === 'edit' ? $this->meta[$name] ?? '' : World::filter('get_meta', $this->meta[$name] ?? '');
        }

        public function update_meta_data(string $name, string $value): void
        {
            $this->meta[$name] = $value;
        }

        public function read_meta_data(bool $force): void
        {
        }

        /** WooCommerce catches what its data store throws, logs it, and goes on as if it were written. */
        public function save(): int
        {
            if (!$this->canWrite) {
                World::$log[] = "Error saving order ID $this->id.";
                return $this->id;
            }
            $notes = World::$orders[$this->id]->notes;
            World::$orders[$this->id] = clone $this;
            World::$orders[$this->id]->notes = $notes;
            World::forget($this->id);
            World::run('woocommerce_update_order', $this->id);
            return $this->id;
        }

        public function payment_complete(string $transactionId): bool
        {
            if (!$this->doesComplete) {
                return true;
            }
            [$this->status, $this->transactionId, $this->datePaid] = ['processing', $transactionId, 'now'];
            if (!$this->canComplete) {
                return false;
            }
            $this->save();
            return true;
        }

        public function add_order_note(string $text, int $isForCustomer = 0): void
        {
            World::$orders[$this->id]->notes[] = ($isForCustomer ? 'to the payer: ' : '') . $text;
        }

        public function get_checkout_order_received_url(): mixed
        {
            return World::filter('get_checkout_order_received_url', home_url("/received/$this->id"));
        }

        public function get_checkout_payment_url(): mixed
        {
            return World::filter('get_checkout_payment_url', home_url("/pay/$this->id"));
        }

        public function get_remaining_refund_amount(): string
        {
            return $this->total;
        }

        public function get_edit_order_url(): string
        {
            return admin_url("order/$this->id");
        }
    }

    class WC_Payment_Gateway
    {
        public $id;
        public $has_fields;
        public $title;
        public $description;
        public $method_title;
        public $method_description;
        public $supports = [];
        public $form_fields = [];
        public $settings = [];

        public function init_settings(): void
        {
            $settings = get_option("woocommerce_{$this->id}_settings", []);
            $this->settings = is_array($settings) ? $settings : [];
        }

        public function get_option(string $name): string
        {
            return $this->settings[$name] ?? $this->form_fields[$name]['default'];
        }

        public function is_available(): bool
        {
            return $this->get_option('enabled') === 'yes';
        }

        public function generate_settings_html(array $fields, bool $prints): string
        {
            return '<tr></tr>';
        }

        public function process_admin_options(): void
        {
        }
    }
}

namespace Automattic\WooCommerce\Blocks\Payments\Integrations {
    abstract class AbstractPaymentMethodType
    {
        protected $name = '';
        protected $settings = [];

        public function get_name(): string
        {
            return $this->name;
        }
    }
}

namespace Automattic\WooCommerce\Caches {
    use CryptoCheckout\WooCommerce\Tests\Stubs\World;

    final class OrderCache
    {
        public function remove(int $id): void
        {
            unset(World::$caches[self::class][$id]);
        }
    }
}

namespace Automattic\WooCommerce\Internal\DataStores\Orders {
    use CryptoCheckout\WooCommerce\Tests\Stubs\World;

    class OrdersTableDataStore
    {
        public function clear_cached_data(array $ids): void
        {
            World::$caches[static::class] = array_diff_key(World::$caches[static::class], array_flip($ids));
        }
    }

    final class OrdersTableDataStoreMeta extends OrdersTableDataStore
    {
    }
}

namespace Automattic\WooCommerce\Utilities {
    use CryptoCheckout\WooCommerce\Tests\Stubs\World;

    final class FeaturesUtil
    {
        public static function declare_compatibility(string $feature, string $file, bool $isCompatible): void
        {
            World::$features[$feature] = $isCompatible;
        }
    }
}

namespace CryptoCheckout\WooCommerce\Tests\Stubs {
    use Automattic\WooCommerce\Caches\OrderCache;
    use Automattic\WooCommerce\Internal\DataStores\Orders\OrdersTableDataStore;
    use Automattic\WooCommerce\Internal\DataStores\Orders\OrdersTableDataStoreMeta;

    /** The end of a request. */
    final class Exited extends \RuntimeException
    {
    }

    /** The state of WordPress. */
    final class World
    {
        /** The copies of orders in each cache. */
        public static array $caches = [OrderCache::class => [], OrdersTableDataStore::class => [], OrdersTableDataStoreMeta::class => []];
        public static array $hooks = [];
        public static array $options = [];
        public static array $transients = [];
        public static array $orders = [];
        public static array $mails = [];
        public static array $notices = [];
        public static array $log = [];
        public static array $stock = [];
        public static array $scripts = [];
        public static array $scheduled = [];
        public static array $features = [];
        public static array $checked = [];
        public static string $locale = 'en_US';
        public static string $siteLocale = 'en_US';
        public static bool $isMerchant = true;
        public static string $prefix = '';
        public static int $user = 7;
        public static array $translations = [];
        /** What a filter of another plug-in returns, by its hook. */
        public static array $filters = [];

        public static function filter(string $hook, mixed $value): mixed
        {
            return array_key_exists($hook, self::$filters) ? self::$filters[$hook] : $value;
        }

        /** Forgets an order in all caches, as writing it does. */
        public static function forget(int $id): void
        {
            foreach (array_keys(self::$caches) as $class) {
                unset(self::$caches[$class][$id]);
            }
        }

        public static function run(string $hook, mixed ...$arguments): mixed
        {
            $value = $arguments[0] ?? null;
            foreach (self::$hooks[$hook] ?? [] as $callback) {
                $value = $callback(...[$value, ...array_slice($arguments, 1)]) ?? $value;
            }
            return $value;
        }
    }

    /** The table of options, whose names are unique. */
    final class Database
    {
        public string $options = 'wp_options';
        public array $rows = [];

        public function prepare(string $sql, string ...$values): array
        {
            return [$sql, $values];
        }

        public function query(array $statement): int
        {
            [$sql, [$name, $value]] = $statement;
            if (str_starts_with($sql, 'INSERT IGNORE')) {
                $isNew = !isset($this->rows[$name]);
                $this->rows[$name] ??= $value;
                return (int) $isNew;
            }
            $isThere = ($this->rows[$name] ?? null) === $value;
            if ($isThere) {
                unset($this->rows[$name]);
            }
            return (int) $isThere;
        }

        public function get_var(array $statement): ?string
        {
            return $this->rows[$statement[1][0]] ?? null;
        }
    }
}
