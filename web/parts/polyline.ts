// Reads Google's polyline text into points: five decimals, as an order's line has, unless said.

export type LatLng = { readonly lat: number; readonly lng: number };

export function pointsOfPolyline(text: string, decimals: 5 | 6 = 5): readonly LatLng[] {
  const scale = 10 ** decimals;
  const points: LatLng[] = [];
  let at = 0;
  const readNumber = (): number => {
    let bits = 0;
    for (let shift = 0; at < text.length; shift += 5) {
      const chunk = text.charCodeAt(at++) - 63;
      bits |= (chunk & 0x1f) << shift;
      if (chunk < 0x20) break;
    }
    return bits & 1 ? ~(bits >> 1) : bits >> 1;
  };
  let lat = 0;
  let lng = 0;
  while (at < text.length) {
    lat += readNumber();
    lng += readNumber();
    points.push({ lat: lat / scale, lng: lng / scale });
  }
  return points;
}
