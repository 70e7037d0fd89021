<?php
declare(strict_types=1);

namespace GiaoDelivery;

use Giao\{BadCallback, Callback};

/** What the platform says of a delivery, believed only with its signature, written to the order. */
final class Callbacks
{
    public const ROUTE = 'giao/v1/callback';
    public const STATUS = '_giao_status';
    public const SEQUENCE = '_giao_event_seq';
    private const HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];

    public static function hook(): void
    {
        add_action('rest_api_init', static function (): void {
            [$root, $version, $path] = explode('/', self::ROUTE);
            register_rest_route("$root/$version", "/$path", [
                'methods' => 'POST',
                'callback' => [self::class, 'receive'],
                // Whoever signs may come: the check is in receive.
                'permission_callback' => '__return_true',
            ]);
        });
    }

    public static function receive(\WP_REST_Request $request): \WP_REST_Response
    {
        $secrets = Settings::list('callback_secret', ' ');
        if ($secrets === []) {
            return new \WP_REST_Response(['code' => 'NOT_SET_UP'], 503);
        }
        $headers = [];
        foreach (self::HEADERS as $name) {
            $headers[$name] = (string) $request->get_header($name);
        }
        try {
            $event = Callback::read($headers, $request->get_body(), $secrets);
        } catch (BadCallback $bad) {
            return new \WP_REST_Response(['code' => $bad->reason], 401);
        } catch (\InvalidArgumentException) {
            // What stands in the settings is no secret: the event comes again when it is.
            return new \WP_REST_Response(['code' => 'NOT_SET_UP'], 503);
        }
        $order = self::orderOf($event);
        // Other deliveries of the same partner are not this shop's.
        if ($order !== null) {
            self::note($order, $event);
        }
        return new \WP_REST_Response(null, 204);
    }

    private static function orderOf(array $event): ?\WC_Order
    {
        foreach ($event['path'] ?? [] as $point) {
            $order = Dispatching::byTrackingNumber((string) ($point['tracking_number'] ?? ''));
            if ($order !== null && Dispatching::isOf($order, (string) $event['_id'])) {
                return $order;
            }
        }
        return null;
    }

    private static function note(\WC_Order $order, array $event): void
    {
        // Callbacks may come twice, and late.
        if ((int) $event['event_seq'] <= (int) $order->get_meta(self::SEQUENCE)) {
            return;
        }
        $status = self::statusOf($event);
        $isNews = $status !== $order->get_meta(self::STATUS);
        $order->update_meta_data(self::SEQUENCE, (string) $event['event_seq']);
        $order->update_meta_data(self::STATUS, $status);
        $order->update_meta_data(Dispatching::ORDER, $event['_id']);
        if (($event['shared_link'] ?? '') !== '') {
            $order->update_meta_data(Dispatching::LINK, $event['shared_link']);
        }
        $order->save();
        if (!$isNews) {
            return;
        }
        /* translators: %s: where the parcel is */
        $words = sprintf(__('Giao: %s', 'giao-delivery'), Words::status($status));
        match (true) {
            $status === 'DELIVERED' => $order->update_status('completed', $words),
            // Somebody of the shop must look at it; an order that the shop itself cancelled is done.
            in_array($status, ['FAILED', 'CANCELLED'], true) && !$order->has_status('cancelled') => $order->update_status('on-hold', $words),
            default => $order->add_order_note($words),
        };
    }

    // COMPLETED says that every stop was visited; whether the parcel was handed over stands at the stop.
    private static function statusOf(array $event): string
    {
        if ($event['status'] !== 'COMPLETED') {
            return (string) $event['status'];
        }
        $failed = array_filter(array_slice($event['path'], 1), static fn(array $point): bool => $point['status'] !== 'COMPLETED');
        return $failed === [] ? 'DELIVERED' : 'FAILED';
    }
}
