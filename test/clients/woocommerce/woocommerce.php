<?php
// As much of WooCommerce as the plugin meets, with the names and the order of calls that WooCommerce has: settings, shipping methods, orders
// with notes, states and data of their own.
declare(strict_types=1);

final class ShopLog
{
    public static array $lines = [];
}

abstract class WC_Settings_API
{
    public string $id = '';
    public array $form_fields = [];
    public array $settings = [];
    public string $method_title = '';
    public string $method_description = '';

    public function init_settings(): void
    {
        $defaults = array_map(static fn(array $field): mixed => $field['default'] ?? '', $this->form_fields);
        $this->settings = get_option("woocommerce_{$this->id}_settings", $defaults);
    }

    // What the settings page posts, after WooCommerce has sanitized it.
    public function process_admin_options(): bool
    {
        foreach (array_keys($this->form_fields) as $key) {
            $this->settings[$key] = $_POST["woocommerce_{$this->id}_$key"] ?? '';
        }
        return update_option("woocommerce_{$this->id}_settings", $this->settings, 'yes');
    }
}

abstract class WC_Integration extends WC_Settings_API
{
}

abstract class WC_Shipping_Method extends WC_Settings_API
{
    public array $supports = [];
    public string $title = '';
    public string $enabled = 'yes';
    public array $rates = [];

    public function __construct(public int $instance_id = 0)
    {
    }

    public function get_rate_id(string $suffix = ''): string
    {
        return implode(':', array_filter([$this->id, (string) $this->instance_id, $suffix]));
    }

    public function add_rate(array $rate): void
    {
        $this->rates[$rate['id']] = $rate;
    }
}

trait HasMeta
{
    private array $meta = [];

    public function get_meta(string $key): mixed
    {
        return $this->meta[$key] ?? '';
    }

    public function update_meta_data(string $key, mixed $value): void
    {
        $this->meta[$key] = $value;
    }
}

final class WC_Order_Item_Shipping
{
    use HasMeta;

    public function __construct(private string $methodId, array $meta)
    {
        $this->meta = $meta;
    }

    public function get_method_id(): string
    {
        return $this->methodId;
    }
}

final class WC_Order_Item_Product
{
    public function __construct(private array $line)
    {
    }

    public function get_product_id(): int
    {
        return $this->line['id'];
    }

    public function get_name(): string
    {
        return $this->line['name'];
    }

    public function get_quantity(): int
    {
        return $this->line['quantity'];
    }

    public function get_total(): string
    {
        return (string) $this->line['total'];
    }
}

final class WC_Order
{
    use HasMeta;

    public static array $kept = [];
    public array $notes = [];
    private string $status = 'pending';

    public function __construct(private int $id, private array $order)
    {
        self::$kept[$id] = $this;
    }

    public function get_id(): int
    {
        return $this->id;
    }

    public function get_address(string $type = 'billing'): array
    {
        return $this->order['address'];
    }

    public function has_shipping_address(): bool
    {
        return true;
    }

    public function get_formatted_shipping_full_name(): string
    {
        return "{$this->order['address']['first_name']} {$this->order['address']['last_name']}";
    }

    public function get_formatted_billing_full_name(): string
    {
        return $this->get_formatted_shipping_full_name();
    }

    public function get_shipping_phone(): string
    {
        return '';
    }

    public function get_billing_phone(): string
    {
        return $this->order['phone'];
    }

    public function get_customer_note(): string
    {
        return $this->order['note'] ?? '';
    }

    public function get_payment_method(): string
    {
        return $this->order['payment'];
    }

    public function get_total(): string
    {
        return (string) $this->order['total'];
    }

    public function get_items(): array
    {
        return array_map(static fn(array $line) => new WC_Order_Item_Product($line), $this->order['items']);
    }

    public function get_shipping_methods(): array
    {
        return [new WC_Order_Item_Shipping($this->order['method'], $this->order['rate'] ?? [])];
    }

    public function add_order_note(string $note): int
    {
        return array_push($this->notes, $note);
    }

    public function has_status(string $status): bool
    {
        return $this->status === $status;
    }

    public function get_status(): string
    {
        return $this->status;
    }

    public function update_status(string $status, string $note = ''): bool
    {
        $this->notes[] = $note;
        if ($status !== $this->status) {
            $this->status = $status;
            do_action("woocommerce_order_status_$status", $this->id, $this);
        }
        return true;
    }

    // Of a gateway that has the money: WooCommerce sets the state first and tells of the payment afterwards.
    public function payment_complete(): bool
    {
        $this->update_status('processing');
        do_action('woocommerce_payment_complete', $this->id, '');
        return true;
    }

    public function save(): int
    {
        return $this->id;
    }
}

function wc_get_order(mixed $id): WC_Order|false
{
    return WC_Order::$kept[(int) $id] ?? false;
}

function get_woocommerce_currency(): string
{
    return get_option('woocommerce_currency', 'VND');
}

function wc_get_logger(): object
{
    return new class {
        public function warning(string $line, array $context = []): void
        {
            ShopLog::$lines[] = $line;
        }
    };
}

function WC(): object
{
    $countries = new class {
        public function get_states(string $country): array
        {
            return $country === 'VN' ? ['SG' => 'Hồ Chí Minh', 'HN' => 'Hà Nội'] : [];
        }
    };
    return (object) ['countries' => $countries];
}
