import { type Destination, lockerDestination } from "@/kit/routing/destination";

/** Returns the sent text, set out over lines. */
export function prettyBody(body: string): string {
  const read = parse(body);
  return read === undefined ? body : JSON.stringify(read, null, 2);
}

/** Returns the pages of what a sent event names. */
export function pagesOf(body: string): (Destination & { name: string })[] {
  const data = (parse(body) as { data?: Record<string, unknown> } | undefined)?.data ?? {};
  const { idPaiement: payment, idStation: station, idCasier: locker } = data;
  return [
    ...(typeof payment === "number"
      ? [{ to: "/liste-paiements", search: { paiement: payment }, name: "Voir le paiement" }]
      : []),
    ...(typeof station === "number"
      ? [
          typeof locker === "number"
            ? { ...lockerDestination({ id: station }, { id: locker }), name: "Voir le casier" }
            : { to: `/tb-stations/${station}/details`, name: "Voir la station" },
        ]
      : []),
  ];
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
