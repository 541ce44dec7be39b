import { client, unwrap } from "@/api/client";
import { useWrite } from "./useWrite";

type Explanation = { id: number; commentaire: string };

/** Explains a difference. `orphan`: nothing tells whose it is. */
export const useExplainDifference = (operatorId: number, orphan: boolean) =>
  useWrite(
    "difference",
    ({ id, commentaire }: Explanation) =>
      unwrap(
        client.POST("/api/admin/exploitant/{id}/rapprochement/ecarts/{ecart}/explication", {
          params: {
            path: { id: operatorId, ecart: id },
            query: orphan ? { sansExploitant: true } : {},
          },
          body: { commentaire },
        }),
      ),
    // A colleague may have been first, or the difference have settled.
    { evenRefused: true },
  );
