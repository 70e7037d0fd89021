<?php
declare(strict_types=1);

namespace GiaoDelivery;

use Giao\{Refused, Unreachable};

/** A price at checkout for each service that delivers there. Without one the checkout goes on with the shop's other methods. */
final class ShippingMethod extends \WC_Shipping_Method
{
    public const ID = 'giao';
    // What an order remembers of the price that was chosen.
    public const SERVICE = 'giao_service_id';
    private const TIMEOUT_SECONDS = 8.0;

    public function __construct($instance_id = 0)
    {
        parent::__construct($instance_id);
        $this->id = self::ID;
        $this->method_title = __('Giao delivery', 'giao-delivery');
        $this->method_description = __('Prices of the services named in WooCommerce → Settings → Integration → Giao.', 'giao-delivery');
        $this->title = $this->method_title;
        $this->supports = ['shipping-zones'];
        $this->enabled = 'yes';
    }

    /** @param array<string, mixed> $package */
    public function calculate_shipping($package = []): void
    {
        $services = Settings::list('services', ',');
        $point = Address::point((array) ($package['destination'] ?? []));
        // Prices are whole VND; a cart's calculator knows a town at most, which is no address.
        if (!Settings::isComplete() || get_woocommerce_currency() !== 'VND' || $point === null) {
            return;
        }
        try {
            $priced = Connection::open(self::TIMEOUT_SECONDS, 1)->estimateFees([
                'order_time' => 0,
                'path' => [Settings::pickup(), $point],
                'payment_method' => 'BALANCE',
                'group_services' => array_map(static fn(string $id): array => ['_id' => $id, 'group_requests' => []], $services),
            ]);
        } catch (Refused | Unreachable $failure) {
            $why = $failure instanceof Refused ? "{$failure->refusal} {$failure->requestId}" : $failure->reason;
            wc_get_logger()->warning("no prices: $why", ['source' => 'giao-delivery']);
            return;
        }
        // One element for each service, in the order asked.
        foreach ($priced as $at => ['service_id' => $service, 'data' => $price]) {
            if ($price !== null) {
                $this->add_rate([
                    'id' => $this->get_rate_id($service),
                    'label' => Words::service($services[$at]),
                    'cost' => $price['total_fee'],
                    'package' => $package,
                    'meta_data' => [self::SERVICE => $service],
                ]);
            }
        }
    }
}
