import { Text } from "@mantine/core";
import * as v from "valibot";
import { personName } from "@/entities/account/names";
import type { Wait } from "@/entities/waiting/api";
import { formatCount } from "@/format";
import { bounded } from "@/format/bounded";
import { FormModal } from "@/kit/records/FormModal";
import { notifySuccess } from "@/ui/feedback/notify";
import { TextField } from "@/ui/form/fields";
import { TextareaField } from "@/ui/form/moreFields";
import { useMoveWait } from "./api";

const schema = v.object({
  rang: v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^[1-9][0-9]{0,5}$/, "Le rang est un nombre à partir de 1."),
  ),
  commentaire: v.pipe(bounded, v.nonEmpty("Le commentaire est obligatoire.")),
});

/** Asks for the new rank of somebody who waits, and why. */
export function MoveWaitModal({ wait, onClose }: { wait: Wait; onClose: () => void }) {
  const { mutateAsync: move } = useMoveWait(wait.id);
  return (
    <FormModal
      title="Changer le rang"
      submit="Changer le rang"
      onClose={onClose}
      schema={schema}
      values={{ rang: String(wait.rang ?? 1), commentaire: "" }}
      write={async ({ rang, commentaire }) => {
        const { rang: now } = await move({ rang: Number(rang), commentaire });
        notifySuccess(`Le rang est maintenant le ${formatCount(now ?? 1)}.`);
      }}
    >
      {({ control }) => (
        <>
          <Text>
            {personName(wait.utilisateur)} attend «&nbsp;{wait.tarif.nom}&nbsp;». Les autres gardent
            leur ordre.
          </Text>
          <TextField
            control={control}
            name="rang"
            label="Rang"
            hint="Au-delà du dernier, le dernier."
            required
            inputMode="numeric"
            autoComplete="off"
            autoFocus
          />
          <TextareaField
            control={control}
            name="commentaire"
            label="Commentaire"
            hint="Pourquoi ce rang change. Il reste avec l'attente."
            required
          />
        </>
      )}
    </FormModal>
  );
}
