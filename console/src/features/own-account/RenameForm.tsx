import * as v from "valibot";
import type { OwnFactor } from "@/data/ownFactors";
import { useRenameOwnFactor } from "@/data/writes/ownFactors";
import { factorName } from "@/kit/factors/FactorForm";
import { TextField } from "@/ui/form/fields";
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
