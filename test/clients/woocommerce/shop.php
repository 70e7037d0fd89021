<?php
// A shop with the plugin, driven from the test by JSON lines. The plugin's folder is the argument: a checkout's, or an unpacked file's.
declare(strict_types=1);

require __DIR__ . (getenv('WORDPRESS_DIR') ? '/real-wordpress.php' : '/wordpress.php');
start_site(realpath($argv[1]));
// A shop whose checkout has a map.
add_filter('giao_delivery_point', static fn(array $point, array $fields): array =>
    $point + array_intersect_key($fields, ['lat' => 0, 'lng' => 0]), 10, 2);
$settings = null;
foreach (apply_filters('woocommerce_integrations', []) as $class) {
    $settings = new $class();
}

$shown = static function (int $id) : array {
    $order = wc_get_order($id);
    ob_start();
    do_action('woocommerce_order_details_after_order_table', $order);
    $page = ob_get_clean();
    ob_start();
    do_action('woocommerce_email_after_order_table', $order, false, true);
    return [
        'status' => $order->get_status(), 'notes' => $order->notes, 'page' => $page, 'mail' => ob_get_clean(),
        'giao' => $order->get_meta('_giao_order_id'), 'scheduled' => scheduled_count(), 'log' => ShopLog::$lines,
    ];
};

$do = static function (string $what, array $given) use ($settings, $shown): mixed {
    switch ($what) {
        case 'settings':
            foreach ($given as $name => $value) {
                $_POST["woocommerce_giao_$name"] = $value;
            }
            do_action('woocommerce_update_options_integration_giao');
            return $settings->form_fields;
        case 'locale':
            speak($given['locale']);
            return null;
        case 'option':
            return update_option($given['name'], $given['value']);
        case 'rates':
            $class = apply_filters('woocommerce_shipping_methods', [])['giao'];
            $method = new $class(3);
            $method->calculate_shipping(['destination' => $given['destination']]);
            return ['rates' => array_values($method->rates), 'log' => ShopLog::$lines];
        case 'order':
            new WC_Order($given['id'], $given);
            return null;
        case 'pay':
            wc_get_order($given['id'])->payment_complete();
            return $shown($given['id']);
        case 'status':
            wc_get_order($given['id'])->update_status($given['status']);
            return $shown($given['id']);
        case 'forget':
            // As after a crash between the platform's answer and our own row.
            wc_get_order($given['id'])->update_meta_data('_giao_order_id', '');
            return null;
        case 'cron':
            run_scheduled();
            return null;
        case 'action':
            $name = array_search($given['name'], apply_filters('woocommerce_order_actions', []), true);
            do_action("woocommerce_order_action_$name", wc_get_order($given['id']));
            return $shown($given['id']);
        case 'callback':
            return post_callback($given['headers'], $given['body']);
        default:
            return $shown($given['id']);
    }
};

while (($line = fgets(STDIN)) !== false) {
    $command = json_decode($line, true);
    echo json_encode(['gave' => $do($command['do'], $command['given'])], JSON_THROW_ON_ERROR), "\n";
}
