import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { byId, client, unwrap } from "@/api/client";
import { localDeadline } from "./deadline";
import { keys } from "./keys";
import { refresh, useWrite } from "./writes/useWrite";

/** Who opens: staff far from the station, or a maintainer in front of the locker. Each has its own codes. */
export type Opener = "remote" | "maintenance";

const PATHS = {
  remote: {
    make: "/api/admin/casier/{id}/generer_code",
    delivery: "/api/admin/casier/{id}/code",
  },
  maintenance: {
    make: "/api/admin/casier/{id}/maintenance/generer_code",
    delivery: "/api/admin/casier/{id}/maintenance/code",
  },
} as const;

/** A code that opens one locker once, until an instant by the clock of this device. */
export interface Code {
  digits: string;
  deadline: number;
}

/** How far a code has come towards the station; « inconnu » when no controller is known there. */
export type Delivery = "inconnu" | "en_attente" | "transmis" | "utilise";

export const useMakeCode = (opener: Opener) =>
  useWrite("openingCode", async (lockerId: number): Promise<Code> => {
    const call = client.PATCH(PATHS[opener].make, byId(lockerId));
    const { code, dateFin } = await unwrap(call);
    const { response } = await call;
    const serverDate = response.headers.get("date");
    return { digits: code, deadline: localDeadline({ end: dateFin, serverDate }) };
  });

/** Returns the delay of the next call; false once the state is final. */
const nextCallDelay = (state: Delivery | undefined): number | false =>
  state === "inconnu" || state === "utilise" ? false : state === "transmis" ? 3_000 : 1_000;

/**
 * Returns how far the code has come, loaded again while that can change; a failed call leaves it unknown.
 * When the code has opened the door, the page behind is refreshed.
 */
export function useCodeDelivery(opener: Opener, lockerId: number, code: Code | null) {
  const queryClient = useQueryClient();
  const path = PATHS[opener].delivery;
  const { data } = useQuery({
    queryKey: keys.codeDelivery(path, lockerId, code?.deadline),
    queryFn: ({ signal }) => unwrap(client.GET(path, { ...byId(lockerId), signal })),
    enabled: code !== null,
    refetchInterval: ({ state }) =>
      code !== null && Date.now() < code.deadline && nextCallDelay(state.data?.etat),
  });
  const state: Delivery | undefined = data?.etat;
  useEffect(() => {
    if (state === "utilise") void refresh(queryClient, "door");
  }, [queryClient, state]);
  return state;
}
