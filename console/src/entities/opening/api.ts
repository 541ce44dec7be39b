import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { byId, client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { keys } from "@/data/keys";
import { unlessFollowing } from "@/data/refetching";
import { refresh, useWrite } from "@/data/useWrite";
import { localDeadline } from "./deadline";

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
  /** The same instant as the server wrote it. */
  end: string;
}

/** How far a code has come towards the station, « inconnu » when no controller is known there; when and how it was used. */
export type Delivery = components["schemas"]["CodeDelivery"];

export const useMakeCode = (opener: Opener) =>
  useWrite("openingCode", async (lockerId: number): Promise<Code> => {
    const call = client.PATCH(PATHS[opener].make, byId(lockerId));
    const { code, dateFin } = await unwrap(call);
    const { response } = await call;
    const serverDate = response.headers.get("date");
    return { digits: code, end: dateFin, deadline: localDeadline({ end: dateFin, serverDate }) };
  });

/** The stay to whose customer a code may be sent. */
export interface CodeRecipient {
  stayId: number;
  /** Empty: the customer has none. */
  email: string;
}

export const useSendCode = (stayId: number) =>
  useWrite("codeSent", () =>
    unwrap(client.POST("/api/admin/occupation/{id}/envoyer-code", byId(stayId))),
  );

/** Returns the delay of the next call; false once the state is final. */
const nextCallDelay = (state: Delivery["etat"] | undefined): number | false =>
  state === "inconnu" || state === "utilise" ? false : state === "transmis" ? 3_000 : 1_000;

/**
 * Returns how far the code has come, loaded again when that changes, or every few seconds while it can unless changes are
 * told; a failed call leaves it unknown. When the code has opened the door, the page behind is refreshed.
 */
export function useCodeDelivery(opener: Opener, lockerId: number, code: Code | null) {
  const queryClient = useQueryClient();
  const path = PATHS[opener].delivery;
  const { data } = useQuery({
    queryKey: keys.codeDelivery(path, lockerId, code?.deadline),
    queryFn: ({ signal }) =>
      unwrap(client.GET(path, { ...byId(lockerId, { dateFin: code?.end }), signal })),
    enabled: code !== null,
    refetchInterval: ({ state }) =>
      code !== null &&
      Date.now() < code.deadline &&
      unlessFollowing(nextCallDelay(state.data?.etat)),
  });
  const isUsed = data?.etat === "utilise";
  useEffect(() => {
    if (isUsed) void refresh(queryClient, "lockerOpened");
  }, [queryClient, isUsed]);
  return data;
}
