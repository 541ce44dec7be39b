import { Controller } from "react-hook-form";
import * as v from "valibot";
import { PersonSelect } from "@/entities/account/people/PersonSelect";
import { FormModal } from "@/kit/records/FormModal";
import { notifySuccess } from "@/ui/feedback/notify";
import { SelectField } from "@/ui/form/moreFields";
import { PickField } from "../PickField";
import type { Choices } from "../useChoices";
import { useAddWait } from "./api";

const schema = v.object({
  idUtilisateur: v.pipe(v.string(), v.nonEmpty("Veuillez choisir un usager")),
  idTarif: v.pipe(v.string(), v.nonEmpty("Veuillez choisir un abonnement")),
  stations: v.array(v.string()),
});

type AddWaitModalProps = { operatorId: number; choices: Choices; onClose: () => void };

/** Puts somebody on a waiting list. */
export function AddWaitModal({ operatorId, choices, onClose }: AddWaitModalProps) {
  const { mutateAsync: add } = useAddWait(operatorId);
  return (
    <FormModal
      title="Inscrire sur une liste d'attente"
      submit="Inscrire"
      onClose={onClose}
      schema={schema}
      values={{ idUtilisateur: "", idTarif: "", stations: [] as string[] }}
      fields={{ idStations: "stations" }}
      write={async ({ idUtilisateur, idTarif, stations }) => {
        const { rang, offre } = await add({
          idUtilisateur: Number(idUtilisateur),
          idTarif: Number(idTarif),
          idStations: stations.map(Number),
        });
        notifySuccess(
          offre
            ? "Une place est libre\u00a0: elle lui est offerte."
            : `Inscription au rang ${rang}.`,
        );
      }}
    >
      {({ control }) => (
        <>
          <Controller
            control={control}
            name="idUtilisateur"
            render={({ field, fieldState }) => (
              <PersonSelect
                operatorId={operatorId}
                required
                value={field.value}
                onChange={field.onChange}
                error={fieldState.error?.message}
              />
            )}
          />
          <SelectField
            control={control}
            name="idTarif"
            label="Abonnement"
            hint="Un abonnement qui a un quota ou des places attribuées."
            required
            data={[
              { value: "", label: "Choisir" },
              ...choices.tariffs.map(({ id, nom }) => ({ value: String(id), label: nom })),
            ]}
          />
          <PickField
            control={control}
            name="stations"
            label="Stations"
            options={choices.stations}
            all="Toutes celles de l'abonnement"
            none="Aucune station"
          />
        </>
      )}
    </FormModal>
  );
}
