<?php
declare(strict_types=1);

namespace GiaoDelivery;

use Giao\{Client, Refused, Unreachable};

/** A paid order gets a driver, once; a cancelled one gives them back. */
final class Dispatching
{
    // Of a WooCommerce order.
    public const ORDER = '_giao_order_id';
    public const LINK = '_giao_shared_link';
    // Deliveries that were cancelled before this one.
    private const PAST = '_giao_past_order_ids';
    private const TRIES = '_giao_tries';

    private const LATER = 'giao_delivery_send';
    private const LATER_SECONDS = 300;
    private const TRIES_MAX = 24;
    private const TIMEOUT_SECONDS = 20.0;

    public static function hook(): void
    {
        // Paid at once, or to be paid at the door: WooCommerce tells of either in its own way, and of many in both.
        foreach (['woocommerce_payment_complete', 'woocommerce_order_status_processing', self::LATER] as $moment) {
            add_action($moment, [self::class, 'send']);
        }
        add_action('woocommerce_order_status_cancelled', [self::class, 'cancel']);
        add_filter('woocommerce_order_actions', static fn(array $all): array =>
            $all + ['giao_delivery_send' => __('Send with Giao', 'giao-delivery')]);
        add_action('woocommerce_order_action_giao_delivery_send', static function (\WC_Order $order): void {
            self::beginAgain($order);
            self::send($order->get_id());
        });
    }

    // No driver was found, or the delivery was cancelled: somebody of the shop wants another.
    private static function beginAgain(\WC_Order $order): void
    {
        if ($order->get_meta(Callbacks::STATUS) !== 'CANCELLED') {
            return;
        }
        $order->update_meta_data(self::PAST, implode(' ', [...self::past($order), $order->get_meta(self::ORDER)]));
        // The new one counts its events from one.
        foreach ([self::ORDER, self::LINK, self::TRIES, Callbacks::STATUS, Callbacks::SEQUENCE] as $name) {
            $order->update_meta_data($name, '');
        }
        $order->save();
    }

    /** @return list<string> */
    private static function past(\WC_Order $order): array
    {
        return array_values(array_filter(explode(' ', (string) $order->get_meta(self::PAST))));
    }

    /** Whether an event is about the delivery that we know; one may overtake the answer to our own create. */
    public static function isOf(\WC_Order $order, string $giaoId): bool
    {
        $known = $order->get_meta(self::ORDER);
        return $known === '' ? !in_array($giaoId, self::past($order), true) : $known === $giaoId;
    }

    public static function send($id): void
    {
        $order = wc_get_order($id);
        $service = $order instanceof \WC_Order ? self::serviceOf($order) : null;
        if ($service === null || $order->get_meta(self::ORDER) !== '') {
            return;
        }
        if (!Settings::isComplete()) {
            $why = __('WooCommerce → Settings → Integration → Giao is not filled in.', 'giao-delivery');
            /* translators: %s: why */
            $order->add_order_note(sprintf(__('Giao: no driver could be ordered: %s', 'giao-delivery'), $why));
            return;
        }
        $point = Address::point($order->get_address($order->has_shipping_address() ? 'shipping' : 'billing'));
        try {
            $made = self::order($order, $service, $point ?? []);
        } catch (Refused $refused) {
            if ($refused->is('SERVICE_UNAVAILABLE', 'TOO_MANY_REQUESTS', 'IDEMPOTENCY_IN_PROGRESS')) {
                self::later($order);
            } else {
                // Somebody of the shop puts it right and sends it by hand.
                /* translators: %s: why */
                $order->add_order_note(sprintf(__('Giao: no driver could be ordered: %s', 'giao-delivery'), $refused->description));
            }
            return;
        } catch (Unreachable) {
            self::later($order);
            return;
        }
        $order->update_meta_data(self::ORDER, $made['_id']);
        $order->update_meta_data(self::LINK, $made['shared_link']);
        /* translators: %s: the platform's number of the delivery */
        $order->add_order_note(sprintf(__('Giao: a driver is being sought (order %s).', 'giao-delivery'), $made['_id']));
        $order->save();
    }

    /**
     * The key is the WooCommerce order's: however often it is asked for, one driver comes. After a cancelled delivery it is another.
     *
     * @return array<string, mixed> the order as the platform has it
     */
    private static function order(\WC_Order $order, string $service, array $point): array
    {
        $giao = Connection::open(self::TIMEOUT_SECONDS, 2);
        $number = self::trackingNumber($order);
        $items = [];
        foreach ($order->get_items() as $item) {
            $quantity = max(1, (int) $item->get_quantity());
            $items[] = [
                '_id' => (string) $item->get_product_id(),
                'name' => $item->get_name(),
                'price' => (int) round((float) $item->get_total() / $quantity),
                'num' => $quantity,
            ];
        }
        $stop = $point + [
            'name' => trim($order->get_formatted_shipping_full_name()) ?: trim($order->get_formatted_billing_full_name()),
            'mobile' => $order->get_shipping_phone() ?: $order->get_billing_phone(),
            'tracking_number' => $number,
            'remarks' => $order->get_customer_note(),
            // Paid at the door means: the driver collects it.
            'cod' => $order->get_payment_method() === 'cod' ? (int) round((float) $order->get_total()) : 0,
        ];
        try {
            return $giao->createOrder([
                'order_time' => 0,
                'path' => [Settings::pickup(), $stop],
                'service_id' => $service,
                'requests' => [],
                'payment_method' => 'BALANCE',
                'items' => $items,
            ], idempotencyKey: implode('-', [$number, ...self::past($order)]))['order'];
        } catch (Refused $refused) {
            // It was ordered before, and the address or the pickup has changed since.
            return $refused->is('IDEMPOTENCY_KEY_REUSED', 'DUPLICATE_TRACKING_NUMBER')
                ? self::orderedBefore($giao, $number) ?? throw $refused
                : throw $refused;
        }
    }

    private static function orderedBefore(Client $giao, string $number): ?array
    {
        try {
            $found = $giao->findOrdersByTrackingNumber(tracking_number: $number);
        } catch (Refused $refused) {
            return $refused->is('ORDER_NOT_FOUND') ? null : throw $refused;
        }
        // Newest first.
        return $found === [] || $found[0]['status'] === 'CANCELLED' ? null : $giao->getOrder($found[0]['_id']);
    }

    private static function later(\WC_Order $order): void
    {
        $tries = (int) $order->get_meta(self::TRIES) + 1;
        if ($tries === 1) {
            $order->add_order_note(__('Giao does not answer; it is asked again in some minutes.', 'giao-delivery'));
        }
        $order->update_meta_data(self::TRIES, (string) $tries);
        $order->save();
        if ($tries < self::TRIES_MAX) {
            wp_schedule_single_event(time() + self::LATER_SECONDS, self::LATER, [$order->get_id()]);
        }
    }

    public static function cancel($id): void
    {
        $order = wc_get_order($id);
        $giaoId = $order instanceof \WC_Order ? (string) $order->get_meta(self::ORDER) : '';
        // The platform itself said so: there is nothing left to cancel.
        if ($giaoId === '' || $order->get_meta(Callbacks::STATUS) === 'CANCELLED') {
            return;
        }
        try {
            Connection::open(self::TIMEOUT_SECONDS, 2)->cancelOrder(
                $giaoId,
                ['comment' => 'The shop cancelled the order'],
                idempotencyKey: "$giaoId-cancel",
            );
            $order->add_order_note(__('Giao: the delivery was cancelled with the order.', 'giao-delivery'));
        } catch (Refused | Unreachable $failure) {
            $why = $failure instanceof Refused ? $failure->description : $failure->getMessage();
            /* translators: %s: why */
            $order->add_order_note(sprintf(__('Giao: the delivery could not be cancelled: %s', 'giao-delivery'), $why));
        }
    }

    // The customer chose one of our prices.
    private static function serviceOf(\WC_Order $order): ?string
    {
        foreach ($order->get_shipping_methods() as $method) {
            if ($method->get_method_id() === ShippingMethod::ID) {
                return (string) $method->get_meta(ShippingMethod::SERVICE);
            }
        }
        return null;
    }

    // Two shops of one partner count their orders from one, so the shop is in it.
    public static function trackingNumber(\WC_Order $order): string
    {
        return 'WC-' . substr(md5(home_url()), 0, 6) . '-' . $order->get_id();
    }

    public static function byTrackingNumber(string $number): ?\WC_Order
    {
        if (preg_match('/^WC-[0-9a-f]{6}-(\d{1,18})$/D', $number, $found) !== 1) {
            return null;
        }
        $order = wc_get_order((int) $found[1]);
        return $order instanceof \WC_Order && self::trackingNumber($order) === $number ? $order : null;
    }
}
