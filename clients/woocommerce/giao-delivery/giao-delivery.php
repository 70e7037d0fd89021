<?php
/**
 * Plugin Name: Giao Delivery for WooCommerce
 * Description: Delivery prices at checkout, a driver when the order is paid, and the parcel's way on the order's page.
 * Version: 0.1.0
 * Requires at least: 6.1
 * Requires PHP: 8.1
 * Requires Plugins: woocommerce
 * License: Apache-2.0
 * Text Domain: giao-delivery
 */
declare(strict_types=1);

namespace GiaoDelivery;

if (!defined('ABSPATH')) {
    exit;
}

// Packed, the client lies inside the plugin; in a checkout of Giao, beside it.
require is_file(__DIR__ . '/client/autoload.php') ? __DIR__ . '/client/autoload.php' : __DIR__ . '/../../php/autoload.php';

spl_autoload_register(static function (string $class): void {
    $name = substr($class, strlen(__NAMESPACE__) + 1);
    if (str_starts_with($class, __NAMESPACE__ . '\\') && is_file(__DIR__ . "/src/$name.php")) {
        require __DIR__ . "/src/$name.php";
    }
});

add_action('before_woocommerce_init', static function (): void {
    if (class_exists('Automattic\WooCommerce\Utilities\FeaturesUtil')) {
        \Automattic\WooCommerce\Utilities\FeaturesUtil::declare_compatibility('custom_order_tables', __FILE__, true);
    }
});

add_action('plugins_loaded', static function (): void {
    // Without WooCommerce there is nothing to deliver.
    if (!class_exists('WC_Integration')) {
        return;
    }
    Words::hook();
    Dispatching::hook();
    Callbacks::hook();
    TrackingLink::hook();
    add_filter('woocommerce_integrations', static fn(array $all): array => [...$all, Settings::class]);
    add_filter('woocommerce_shipping_methods', static fn(array $all): array => $all + [ShippingMethod::ID => ShippingMethod::class]);
});
