import { useMutation, useQueryClient } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import { localDeadline } from "@/data/deadline";
import { useDelivery } from "@/kit/opening/useDelivery";

/** A code that opens one locker once, until an instant by the clock of this device. */
export interface Code {
  digits: string;
  deadline: number;
}

export function useGenerateCode() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (lockerId: number): Promise<Code> => {
      const call = client.PATCH("/api/admin/casier/{id}/generer_code", {
        params: { path: { id: lockerId } },
      });
      const { code, dateFin } = await unwrap(call);
      const { response } = await call;
      const serverDate = response.headers.get("date");
      return { digits: code, deadline: localDeadline({ end: dateFin, serverDate }) };
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["journal"] }),
  });
}

export const useCodeDelivery = (lockerId: number, code: Code | null) =>
  useDelivery(lockerId, code, (signal) =>
    unwrap(
      client.GET("/api/admin/casier/{id}/code", {
        params: { path: { id: lockerId } },
        signal,
      }),
    ),
  );

const INVALIDATED = [
  "station",
  "stations",
  "compteurs",
  "journal",
  "utilisateur",
  "paiements",
  "usages",
  "paiement",
  "a-traiter",
];

/** The write counts as done only when every page that shows a stay or its payment is refreshed. */
function useRefresh() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all(
      INVALIDATED.map((subject) => queryClient.invalidateQueries({ queryKey: [subject] })),
    );
}

export function useEndStay() {
  const onSuccess = useRefresh();
  return useMutation({
    mutationFn: (id: number) =>
      unwrap(client.PATCH("/api/admin/occupation/{id}/terminer", { params: { path: { id } } })),
    onSuccess,
  });
}

export function useMakeFree() {
  const onSuccess = useRefresh();
  return useMutation({
    mutationFn: ({ lockerId, stayId }: { lockerId: number; stayId: number }) =>
      unwrap(
        client.PATCH("/api/admin/casier/{id}/occupation/switch-gratuit", {
          params: { path: { id: lockerId }, query: { occupation: stayId } },
        }),
      ),
    onSuccess,
  });
}
