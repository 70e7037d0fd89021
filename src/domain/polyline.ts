// Reads Google's polyline text: for each point its latitude and longitude, in whole units of the text's decimals. Text that ends in the
// middle of a number is cut before it.
export function readPolyline(text: string): readonly number[] {
  const numbers: number[] = [];
  let rest = 0;
  let shift = 0;
  for (let i = 0; i < text.length; i++) {
    const chunk = text.charCodeAt(i) - 63;
    rest |= (chunk & 0x1f) << shift;
    shift += 5;
    if (chunk >= 0x20) continue;
    const before = numbers[numbers.length - 2] ?? 0;
    numbers.push(before + (rest & 1 ? ~(rest >> 1) : rest >> 1));
    rest = 0;
    shift = 0;
  }
  return numbers.length % 2 === 0 ? numbers : numbers.slice(0, -1);
}
