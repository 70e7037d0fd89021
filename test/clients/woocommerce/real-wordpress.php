<?php
// The real WordPress of WORDPRESS_DIR with its options in memory instead of a database: it loads the plugin itself, and hooks, words, REST
// routes, HTTP and the clock's events are its own.
declare(strict_types=1);

// As WordPress does; its own files are older than our strictness.
error_reporting(E_ALL & ~E_DEPRECATED & ~E_NOTICE & ~E_WARNING);

function start_site(string $plugin): void
{
    // Its files, and a folder of content of our own.
    $site = sys_get_temp_dir() . '/giao-wordpress-' . getmypid();
    $content = "$site/wp-content";
    mkdir("$content/plugins/woocommerce", 0700, true);
    register_shutdown_function(static fn() => exec('rm -rf ' . escapeshellarg($site)));
    foreach (['wp-includes', 'wp-admin', 'wp-settings.php'] as $part) {
        symlink(rtrim(getenv('WORDPRESS_DIR'), '/') . "/$part", "$site/$part");
    }
    symlink($plugin, "$content/plugins/giao-delivery");
    copy(__DIR__ . '/woocommerce.php', "$content/plugins/woocommerce/woocommerce.php");
    file_put_contents("$content/db.php", '<?php $GLOBALS["wpdb"] = new OptionsInMemory();');

    define('ABSPATH', "$site/");
    define('WP_USE_THEMES', false);
    foreach (['DB_NAME', 'DB_USER', 'DB_PASSWORD', 'DB_HOST', 'DB_CHARSET', 'DB_COLLATE'] as $name) {
        define($name, '');
    }
    foreach (['AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE'] as $name) {
        define("{$name}_KEY", $name);
        define("{$name}_SALT", $name);
    }
    $_SERVER += ['HTTP_HOST' => 'shop.example', 'REQUEST_URI' => '/', 'REQUEST_METHOD' => 'GET', 'SERVER_PROTOCOL' => 'HTTP/1.1'];
    $GLOBALS['table_prefix'] = 'wp_';
    // WordPress' files share their names with whoever loads them, which must be the outermost.
    extract($GLOBALS, EXTR_REFS | EXTR_SKIP);
    require_once ABSPATH . 'wp-includes/version.php';
    require_once ABSPATH . 'wp-includes/class-wpdb.php';
    require_once __DIR__ . '/options-in-memory.php';
    require ABSPATH . 'wp-settings.php';
    add_filter('locale', static fn(): string => $GLOBALS['shop_locale'] ?? 'en_US');
    rest_get_server();
}

function speak(string $locale): void
{
    $GLOBALS['shop_locale'] = $locale;
}

function post_callback(array $headers, string $body): array
{
    $request = new WP_REST_Request('POST', '/giao/v1/callback');
    $request->set_headers($headers);
    $request->set_body($body);
    $answer = rest_do_request($request);
    return ['status' => $answer->get_status(), 'data' => $answer->get_data()];
}

function giao_events(): array
{
    $found = [];
    foreach (_get_cron_array() ?: [] as $at => $hooks) {
        foreach ($hooks['giao_delivery_send'] ?? [] as $event) {
            $found[] = [$at, $event['args']];
        }
    }
    return $found;
}

function scheduled_count(): int
{
    return count(giao_events());
}

function run_scheduled(): void
{
    foreach (giao_events() as [$at, $given]) {
        wp_unschedule_event($at, 'giao_delivery_send', $given);
        do_action_ref_array('giao_delivery_send', $given);
    }
}
