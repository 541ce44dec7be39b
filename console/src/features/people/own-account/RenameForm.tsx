import * as v from "valibot";
import { TextField } from "@/ui/form/fields";
import type { OwnFactor } from "../factors/api";
import { factorName } from "../factors/FactorForm";
import { useRenameOwnFactor } from "./api";
import { DialogForm } from "./DialogForm";

const schema = v.object({
  nom: factorName,
});

/** Names a second factor of the caller. */
export function RenameForm({ factor, onEnd }: { factor: OwnFactor; onEnd: () => void }) {
  const { mutateAsync: rename } = useRenameOwnFactor(factor.id);
  return (
    <DialogForm
      schema={schema}
      values={{ nom: factor.nom }}
      write={async ({ nom }) => {
        await rename(nom);
        onEnd();
      }}
      onCancel={onEnd}
    >
      {({ control }) => (
        <TextField control={control} name="nom" label="Nom" required data-autofocus autoFocus />
      )}
    </DialogForm>
  );
}
