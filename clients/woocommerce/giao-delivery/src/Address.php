<?php
declare(strict_types=1);

namespace GiaoDelivery;

/** WooCommerce's fields as a point of a path: house number and street, ward, district, province. */
final class Address
{
    /**
     * @param array<string, mixed> $fields address_1, address_2, city, state, as WooCommerce has them
     * @return array<string, mixed>|null nothing while the address is not whole
     */
    public static function point(array $fields): ?array
    {
        $country = (string) ($fields['country'] ?? 'VN');
        if (!in_array($country, ['', 'VN'], true) || trim((string) ($fields['address_1'] ?? '')) === '' || trim((string) ($fields['city'] ?? '')) === '') {
            return null;
        }
        // A state is kept as a code where the shop has a list of provinces.
        $provinces = WC()->countries->get_states('VN') ?: [];
        $fields['state'] = $provinces[$fields['state'] ?? ''] ?? $fields['state'] ?? '';
        $segments = array_map(static fn(string $name): string => trim((string) ($fields[$name] ?? '')), ['address_1', 'address_2', 'city', 'state']);
        $point = ['address' => implode(', ', array_filter($segments, static fn(string $one): bool => $one !== ''))];
        // For shops whose checkout knows coordinates, or has fields of its own.
        return apply_filters('giao_delivery_point', $point, $fields);
    }
}
