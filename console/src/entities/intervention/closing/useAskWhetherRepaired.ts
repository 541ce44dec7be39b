import { useQueryClient } from "@tanstack/react-query";
import { asApiError } from "@/api/errors";
import { formatDate } from "@/format";
import { useOperator } from "@/session/operator";
import { useRights } from "@/session/rights";
import { useConfirm } from "@/ui/dialog/confirm";
import { notifySuccess } from "@/ui/feedback/notify";
import { type Intervention, interventionsQuery } from "../api";
import { OPEN_STATES } from "../states";
import { causeWord, numberOf } from "../words";
import { useResolveIntervention } from "./api";

/** What is back in service: a locker, or a station as a whole. */
export type Returned = { lockerId: number } | { stationId: number };

/**
 * Returns what asks, once a place is back in service, whether the interventions that are still open there are closed
 * with it. Those for which a locker went out of service are resolved by its return.
 */
export function useAskWhetherRepaired() {
  const queryClient = useQueryClient();
  const operator = useOperator();
  const { can } = useRights();
  const confirm = useConfirm();
  const { mutateAsync: resolve } = useResolveIntervention();
  const mayClose =
    can("DROIT_EVENEMENTS_LECTURE") &&
    (can("DROIT_CASIERS_ECRITURE") || can("DROIT_MODE_MAINTENANCE_MOBILE_ECRITURE"));

  return async (place: Returned) => {
    if (!operator || !mayClose) return;
    const ofStation = "stationId" in place;
    const { items } = await queryClient
      .fetchQuery(
        interventionsQuery(operator.id, {
          ...(ofStation
            ? { station: [place.stationId], entiere: true }
            : { casier: place.lockerId }),
          etat: [...OPEN_STATES],
          page: 1,
          itemsPerPage: 20,
        }),
      )
      .catch(() => ({ items: [] as Intervention[] })); // the place is back in service, which was asked for
    if (items.length === 0) return;
    const several = items.length > 1;
    const names = several
      ? `les interventions ${items.map(numberOf).join(", ")}`
      : `l'intervention ${items.map(numberOf).join()}`;
    const closed = await confirm({
      title: several ? "Interventions ouvertes" : "Intervention ouverte",
      question: `Clore aussi ${names}\u00a0?`,
      consequences: items.map(
        (one) =>
          `${numberOf(one)}\u00a0: ${[causeWord(one), one.description].filter(Boolean).join(", ")}, depuis le ${formatDate(one.ouverture)}`,
      ),
      action: "Clore",
      refuse: several ? "Les laisser ouvertes" : "La laisser ouverte",
      onConfirm: async () => {
        const commentaire = `${ofStation ? "La station" : "Le casier"} est de nouveau en service.`;
        for (const { id } of items) {
          await resolve({ id, body: { commentaire } }).catch((error) => {
            if (asApiError(error).status !== 409) throw error; // somebody else closed it meanwhile
          });
        }
      },
    });
    if (closed)
      notifySuccess(
        several
          ? "Les interventions sont résolues."
          : `L'intervention ${items.map(numberOf).join()} est résolue.`,
      );
  };
}
