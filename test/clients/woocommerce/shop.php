<?php
// A shop with the plugin, driven from the test by JSON lines. The plugin's folder is the argument: a checkout's, or an unpacked file's.
declare(strict_types=1);

require __DIR__ . '/wordpress.php';
require __DIR__ . '/woocommerce.php';
require $argv[1] . '/giao-delivery.php';

do_action('plugins_loaded');
// A shop whose checkout has a map.
add_filter('giao_delivery_point', static fn(array $point, array $fields): array =>
    $point + array_intersect_key($fields, ['lat' => 0, 'lng' => 0]), 10, 2);
$settings = null;
foreach (apply_filters('woocommerce_integrations', []) as $class) {
    $settings = new $class();
}
do_action('rest_api_init');

$shown = static function (int $id) : array {
    $order = wc_get_order($id);
    ob_start();
    do_action('woocommerce_order_details_after_order_table', $order);
    $page = ob_get_clean();
    ob_start();
    do_action('woocommerce_email_after_order_table', $order, false, true);
    return [
        'status' => $order->get_status(), 'notes' => $order->notes, 'page' => $page, 'mail' => ob_get_clean(),
        'giao' => $order->get_meta('_giao_order_id'), 'scheduled' => count(Site::$scheduled), 'log' => Site::$log,
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
            Site::$locale = $given['locale'];
            return null;
        case 'option':
            return update_option($given['name'], $given['value']);
        case 'rates':
            $class = apply_filters('woocommerce_shipping_methods', [])['giao'];
            $method = new $class(3);
            $method->calculate_shipping(['destination' => $given['destination']]);
            return ['rates' => array_values($method->rates), 'log' => Site::$log];
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
            $due = Site::$scheduled;
            Site::$scheduled = [];
            foreach ($due as [, $hook, $args]) {
                do_action($hook, ...$args);
            }
            return null;
        case 'action':
            $name = array_search($given['name'], apply_filters('woocommerce_order_actions', []), true);
            do_action("woocommerce_order_action_$name", wc_get_order($given['id']));
            return $shown($given['id']);
        case 'callback':
            $route = Site::$routes['POST giao/v1/callback'];
            $request = new WP_REST_Request($given['headers'], $given['body']);
            $answer = $route['permission_callback']($request) ? $route['callback']($request) : new WP_REST_Response(null, 403);
            return ['status' => $answer->status, 'data' => $answer->data];
        default:
            return $shown($given['id']);
    }
};

while (($line = fgets(STDIN)) !== false) {
    $command = json_decode($line, true);
    echo json_encode(['gave' => $do($command['do'], $command['given'])], JSON_THROW_ON_ERROR), "\n";
}
