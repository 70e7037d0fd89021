<?php
// As much of WordPress as the plugin meets: hooks, options, words, REST routes, HTTP, and the clock's events. Where Debian's WordPress is at
// hand, real-wordpress.php takes its place.
declare(strict_types=1);

const ABSPATH = '/nowhere/';

final class Site
{
    public static array $hooks = [];
    public static array $options = [];
    public static array $routes = [];
    public static array $scheduled = [];
    public static string $locale = 'en_US';
}

// How the shop drives it; real-wordpress.php has the same.
function start_site(string $plugin): void
{
    require __DIR__ . '/woocommerce.php';
    require "$plugin/giao-delivery.php";
    do_action('plugins_loaded');
    do_action('rest_api_init');
}

function speak(string $locale): void
{
    Site::$locale = $locale;
}

function post_callback(array $headers, string $body): array
{
    $route = Site::$routes['POST giao/v1/callback'];
    $request = new WP_REST_Request($headers, $body);
    $answer = $route['permission_callback']($request) ? $route['callback']($request) : new WP_REST_Response(null, 403);
    return ['status' => $answer->status, 'data' => $answer->data];
}

function scheduled_count(): int
{
    return count(Site::$scheduled);
}

function run_scheduled(): void
{
    $due = Site::$scheduled;
    Site::$scheduled = [];
    foreach ($due as [, $hook, $given]) {
        do_action($hook, ...$given);
    }
}

function add_filter(string $name, callable $do, int $priority = 10, int $takes = 1): bool
{
    Site::$hooks[$name][$priority][] = [$do, $takes];
    ksort(Site::$hooks[$name]);
    return true;
}

function add_action(string $name, callable $do, int $priority = 10, int $takes = 1): bool
{
    return add_filter($name, $do, $priority, $takes);
}

function apply_filters(string $name, mixed $value, mixed ...$more): mixed
{
    foreach (Site::$hooks[$name] ?? [] as $some) {
        foreach ($some as [$do, $takes]) {
            $value = $do(...array_slice([$value, ...$more], 0, $takes));
        }
    }
    return $value;
}

function do_action(string $name, mixed ...$given): void
{
    foreach (Site::$hooks[$name] ?? [] as $some) {
        foreach ($some as [$do, $takes]) {
            $do(...array_slice($given, 0, $takes));
        }
    }
}

function __(string $text, string $domain): string
{
    return apply_filters("gettext_$domain", $text, $text, $domain);
}

function esc_html(string $text): string
{
    return htmlspecialchars($text, ENT_QUOTES);
}

function esc_html__(string $text, string $domain): string
{
    return esc_html(__($text, $domain));
}

function esc_url(string $url): string
{
    return preg_match('#^https?://#', $url) === 1 ? htmlspecialchars($url, ENT_QUOTES) : '';
}

function determine_locale(): string
{
    return Site::$locale;
}

function get_option(string $name, mixed $default = false): mixed
{
    return Site::$options[$name] ?? $default;
}

function update_option(string $name, mixed $value, bool|string|null $autoload = null): bool
{
    Site::$options[$name] = $value;
    return true;
}

function get_bloginfo(string $what): string
{
    return 'Tiệm Bánh Mì';
}

function home_url(): string
{
    return 'https://shop.example';
}

function rest_url(string $path): string
{
    return "https://shop.example/wp-json/$path";
}

function register_rest_route(string $namespace, string $route, array $options): bool
{
    Site::$routes["{$options['methods']} $namespace$route"] = $options;
    return true;
}

function __return_true(): bool
{
    return true;
}

function wp_schedule_single_event(int $at, string $hook, array $given = []): bool
{
    Site::$scheduled[] = [$at, $hook, $given];
    return true;
}

final class WP_REST_Request
{
    public function __construct(private array $headers, private string $body)
    {
    }

    public function get_header(string $name): ?string
    {
        return $this->headers[strtolower($name)] ?? null;
    }

    public function get_body(): string
    {
        return $this->body;
    }
}

final class WP_REST_Response
{
    public function __construct(public mixed $data = null, public int $status = 200)
    {
    }
}

final class WP_Error
{
    public function __construct(private string $code, private string $message)
    {
    }

    public function get_error_message(): string
    {
        return $this->message;
    }
}

function is_wp_error(mixed $thing): bool
{
    return $thing instanceof WP_Error;
}

function wp_remote_request(string $url, array $with): array|WP_Error
{
    $headers = '';
    foreach ($with['headers'] as $name => $value) {
        $headers .= "$name: $value\r\n";
    }
    $http = ['method' => $with['method'], 'header' => $headers, 'content' => $with['body'], 'timeout' => $with['timeout'],
        'ignore_errors' => true, 'follow_location' => $with['redirection'] > 0 ? 1 : 0];
    $body = @file_get_contents($url, false, stream_context_create(['http' => $http]));
    if ($body === false) {
        return new WP_Error('http_request_failed', 'cURL error 7: Failed to connect');
    }
    $told = [];
    foreach ($http_response_header as $line) {
        [$name, $value] = explode(':', $line, 2) + [1 => ''];
        $told[strtolower($name)] = trim($value);
    }
    preg_match('/ (\d{3})/', $http_response_header[0], $status);
    return ['response' => ['code' => (int) $status[1]], 'headers' => $told, 'body' => $body];
}

function wp_remote_retrieve_header(array $answer, string $name): string
{
    return $answer['headers'][$name] ?? '';
}

function wp_remote_retrieve_response_code(array $answer): int
{
    return $answer['response']['code'];
}

function wp_remote_retrieve_body(array $answer): string
{
    return $answer['body'];
}
