<?php
declare(strict_types=1);

namespace GiaoDelivery;

/** Where the parcel is, and the link to follow it: on the customer's page, in mails, and for the shop. */
final class TrackingLink
{
    public static function hook(): void
    {
        foreach (['woocommerce_order_details_after_order_table', 'woocommerce_admin_order_data_after_shipping_address'] as $place) {
            add_action($place, static function (\WC_Order $order): void {
                echo self::html($order);
            });
        }
        add_action('woocommerce_email_after_order_table', static function (\WC_Order $order, bool $toAdmin = false, bool $isPlain = false): void {
            echo $isPlain ? self::text($order) : self::html($order);
        }, 10, 3);
    }

    public static function html(\WC_Order $order): string
    {
        [$status, $link] = self::of($order);
        if ($link === '') {
            return '';
        }
        return '<section class="giao-delivery"><h2>' . esc_html__('Delivery', 'giao-delivery') . '</h2><p>' . esc_html($status)
            . ' <a href="' . esc_url($link) . '">' . esc_html__('Follow the parcel', 'giao-delivery') . '</a></p></section>';
    }

    private static function text(\WC_Order $order): string
    {
        [$status, $link] = self::of($order);
        return $link === '' ? '' : "\n" . __('Delivery', 'giao-delivery') . ": $status\n$link\n";
    }

    /** @return array{string, string} */
    private static function of(\WC_Order $order): array
    {
        $status = (string) $order->get_meta(Callbacks::STATUS) ?: 'ASSIGNING';
        return [Words::status($status), (string) $order->get_meta(Dispatching::LINK)];
    }
}
