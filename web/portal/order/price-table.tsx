// The price line by line, each with the figures it was made of.

import { Code, Stack, Table, Text } from "@mantine/core";
import type { Order, PriceExplanation } from "../../../clients/typescript/src/api.ts";
import { money } from "../../parts/formats.ts";
import { type Language, useSpoken } from "../../parts/language.tsx";
import { ErrorNote } from "../../parts/loading/error-note.tsx";
import { Quiet } from "../../parts/looks/kinds.tsx";
import { Loading } from "../../parts/notice.tsx";
import { portalOrderWords } from "../../words/portal/order.ts";
import { usePrice } from "./order-queries.ts";
import styles from "./price-table.module.css";

type PriceLine = PriceExplanation["lines"][number];

export function PriceTable({ order }: { readonly order: Order }) {
  const { words, language } = useSpoken(portalOrderWords);
  const { data: price, error, refetch } = usePrice(order);
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (!price) return <Loading />;
  return (
    <Stack gap="md">
      <Text c="dimmed">{words.priceText}</Text>
      <Table verticalSpacing="sm" aria-label={words.price}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{words.item}</Table.Th>
            <Table.Th ta="right">{words.amount}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {price.lines.map((line) => (
            <Table.Tr key={`${line.line} ${line.request_id ?? ""}`}>
              <Table.Td>
                <Text>
                  {words.lines[line.line] ?? line.line} {line.request_id}
                </Text>
                <How line={line} />
              </Table.Td>
              <Table.Td ta="right" className={styles.amount ?? ""}>
                {money(line.amount, language)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th>{words.total}</Table.Th>
            <Table.Th ta="right" className={styles.amount ?? ""}>
              {money(price.total, language)}
            </Table.Th>
          </Table.Tr>
        </Table.Tfoot>
      </Table>
      <Quiet>
        {words.tariff} {price.service_id}, v{price.tariff_version}
      </Quiet>
    </Stack>
  );
}

function How({ line }: { readonly line: PriceLine }) {
  const { words, language } = useSpoken(portalOrderWords);
  const why = explain(line, words, language);
  return (
    <>
      {line.line === "distance" && <Code className={styles.expression ?? ""}>{String(line.factors.expression)}</Code>}
      <Quiet>{why}</Quiet>
    </>
  );
}

type Words = (typeof portalOrderWords)["en"];

function explain({ line, factors }: PriceLine, words: Words, language: Language): string {
  const number = (name: string): number => Number(factors[name] ?? 0);
  const vnd = (name: string): string => money(number(name), language);
  const percent = (share: number): string => String(Math.round(share * 10_000) / 100);
  switch (line) {
    case "distance": {
      const surge = number("surge_rate") > 1 ? ` ${words.surge(String(factors.surge_rate))}` : "";
      return words.distanceHow(String(factors.x), String(factors.h)) + surge;
    }
    case "stops":
      return words.stopsHow(number("extra_stops"), vnd("stop_fee"));
    case "tolls":
      return words.stopsHow(number("tolls"), vnd("toll_fee"));
    case "ferries":
      return words.stopsHow(number("ferries"), vnd("ferry_fee"));
    case "vat":
      return words.vatHow(percent(number("vat_rate")), vnd("taxed"));
    case "discount": {
      const share = "percent" in factors ? words.shareHow(String(factors.percent), vnd("eligible")) : vnd("value");
      const most = "max_discount" in factors ? `, ${words.atMost(vnd("max_discount"))}` : "";
      return `${String(factors.promo_code)}: ${share}${most}`;
    }
    default:
      return explainRequest(factors, words, { vnd, percent });
  }
}

type Figures = { readonly vnd: (name: string) => string; readonly percent: (share: number) => string };

function explainRequest(factors: PriceLine["factors"], words: Words, { vnd, percent }: Figures): string {
  if ("num" in factors) return words.stopsHow(Number(factors.num), vnd("price"));
  if ("tier_code" in factors) return String(factors.tier_code);
  if ("distance_share" in factors) return words.shareHow(percent(Number(factors.distance_share)), vnd("distance_fee"));
  return "item_values" in factors ? String(factors.item_values) : vnd("price");
}
