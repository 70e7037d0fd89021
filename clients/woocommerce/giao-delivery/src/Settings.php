<?php
declare(strict_types=1);

namespace GiaoDelivery;

/** WooCommerce → Settings → Integration → Giao. */
final class Settings extends \WC_Integration
{
    public const ID = 'giao';

    public function __construct()
    {
        $this->id = self::ID;
        $this->method_title = 'Giao';
        $this->method_description = __('Where the platform is and who you are there.', 'giao-delivery');
        $this->init_form_fields();
        $this->init_settings();
        add_action('woocommerce_update_options_integration_' . $this->id, [$this, 'process_admin_options']);
    }

    public function init_form_fields(): void
    {
        $text = static fn(string $title, string $description = '', string $default = '', string $type = 'text'): array =>
            ['title' => $title, 'description' => $description, 'default' => $default, 'type' => $type];
        $callback = sprintf(
            /* translators: %s: the address of this shop that callbacks go to */
            __('From your operator, or from the page Callbacks of the portal; both while you change one, with a space between. Set there this address: %s', 'giao-delivery'),
            rest_url(Callbacks::ROUTE),
        );
        $this->form_fields = [
            'url' => $text(__('Address of the platform', 'giao-delivery'), '', 'http://127.0.0.1:3000', 'url'),
            'api_key' => $text(__('API key', 'giao-delivery'), '', '', 'password'),
            'mobile' => $text(__('Account', 'giao-delivery'), __('The phone number that orders and pays from its balance.', 'giao-delivery'), '', 'tel'),
            'callback_secret' => $text(__('Callback secret', 'giao-delivery'), $callback, '', 'password'),
            'services' => $text(__('Services', 'giao-delivery'), __('Codes with commas between, for example BIKE, ECO, 2H, SAMEDAY.', 'giao-delivery'), 'BIKE, ECO'),
            'pickup_name' => $text(__('Name of the shop', 'giao-delivery'), '', (string) get_bloginfo('name')),
            'pickup_mobile' => $text(__('Phone of the shop', 'giao-delivery'), '', '', 'tel'),
            'pickup_address' => $text(__('Where the driver picks up', 'giao-delivery'), __('House number and street, ward, district, province.', 'giao-delivery')),
            'pickup_place' => $text(__('Latitude and longitude of it', 'giao-delivery'), __('For example 10.7743, 106.7012. Empty: the address is located.', 'giao-delivery')),
        ];
    }

    // Outside of its own page the settings are read where WooCommerce keeps them.
    public static function read(string $name): string
    {
        $kept = get_option('woocommerce_' . self::ID . '_settings', []);
        return trim((string) ($kept[$name] ?? ''));
    }

    // Until somebody has filled it in there is nobody to ask.
    public static function isComplete(): bool
    {
        $needed = ['url', 'api_key', 'mobile', 'services', 'pickup_name', 'pickup_mobile', 'pickup_address'];
        return !in_array('', array_map([self::class, 'read'], $needed), true);
    }

    /** @return list<string> */
    public static function list(string $name, string $separator): array
    {
        return array_values(array_filter(array_map('trim', explode($separator, self::read($name)))));
    }

    /** @return array<string, mixed> the first point of a path */
    public static function pickup(): array
    {
        $place = self::list('pickup_place', ',');
        return [
            'address' => self::read('pickup_address'),
            'name' => self::read('pickup_name'),
            'mobile' => self::read('pickup_mobile'),
        ] + (count($place) === 2 ? ['lat' => (float) $place[0], 'lng' => (float) $place[1]] : []);
    }
}
