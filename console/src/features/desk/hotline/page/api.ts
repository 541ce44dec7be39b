import { client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { useWrite } from "@/data/useWrite";

export const useWriteNote = (operatorId: number) =>
  useWrite("callNote", (body: components["schemas"]["NoteInput"]) =>
    unwrap(
      client.POST("/api/admin/recit/exploitant/{id}/note", {
        params: { path: { id: operatorId } },
        body,
      }),
    ),
  );

export const useDeleteNote = (operatorId: number) =>
  useWrite("callNote", (idNote: number) =>
    unwrap(
      client.DELETE("/api/admin/recit/exploitant/{id}/note/{idNote}", {
        params: { path: { id: operatorId, idNote } },
      }),
    ),
  );
