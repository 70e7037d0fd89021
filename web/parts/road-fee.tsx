// How much of a price are tolls and ferries: what a tariff does not tell. Nothing where there are none.
import { roadFeeWords } from "../words/payment.ts";
import { money } from "./formats.ts";
import { useSpoken } from "./language.tsx";
import { Fine } from "./looks/kinds.tsx";

export function RoadFee({ amount }: { readonly amount: number }) {
  const { words, language } = useSpoken(roadFeeWords);
  if (amount === 0) return null;
  return (
    <Fine span display="block">
      {words.includes(money(amount, language))}
    </Fine>
  );
}
