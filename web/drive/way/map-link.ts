// A link that opens the phone's own maps at a door: each system knows another one.

export function mapLink({ lat, lng }: { readonly lat: number; readonly lng: number }, userAgent: string): string {
  const place = `${lat},${lng}`;
  // An iPad calls itself a Macintosh.
  if (/iPhone|iPad|iPod|Macintosh/.test(userAgent)) return `https://maps.apple.com/?daddr=${place}&dirflg=d`;
  if (/Android/.test(userAgent)) return `geo:${place}?q=${place}`;
  return `https://www.google.com/maps/dir/?api=1&destination=${place}`;
}
