import { Text } from "@mantine/core";
import * as v from "valibot";
import { bounded } from "@/format/bounded";
import { FormModal } from "@/kit/records/FormModal";
import { notifySuccess } from "@/ui/feedback/notify";
import { TextField } from "@/ui/form/fields";
import { SelectField, SwitchField } from "@/ui/form/moreFields";
import { type LeftBikeFile, type StepInput, useTakeStep } from "./api";
import { ACTS, DONE, PROOF_WORDS, type TakenStep } from "./wording";

const filled = (needed: boolean, message: string) =>
  needed ? v.pipe(bounded, v.nonEmpty(message)) : bounded;

const schemaOf = (step: TakenStep) =>
  v.object({
    avisAppose: v.boolean(),
    depot: filled(step === "enleve", "Veuillez indiquer le dépôt"),
    rayon: bounded,
    remisA: filled(
      ["rendu", "donne", "detruit"].includes(step),
      "Veuillez indiquer à qui le vélo est remis",
    ),
    justificatif: filled(step === "rendu", "Veuillez choisir le justificatif"),
  });

type StepModalProps = { file: LeftBikeFile; step: TakenStep; onClose: () => void };

/** Asks what must be told of a step. */
export function StepModal({ file, step, onClose }: StepModalProps) {
  const { mutateAsync: take } = useTakeStep(file.id);
  const handed = step === "rendu" || step === "donne" || step === "detruit";
  return (
    <FormModal
      title={ACTS[step]}
      submit={ACTS[step]}
      onClose={onClose}
      schema={schemaOf(step)}
      values={{
        avisAppose: file.utilisateur === null,
        depot: "",
        rayon: "",
        remisA: "",
        justificatif: "",
      }}
      write={async ({ justificatif, ...told }) => {
        const proof = (justificatif || undefined) as StepInput["justificatif"];
        await take({ etape: step, ...told, justificatif: proof });
        notifySuccess(DONE[step]);
      }}
    >
      {({ control }) => (
        <>
          {step === "preavis" && (
            <SwitchField
              control={control}
              name="avisAppose"
              label="Un avis est apposé sur le vélo"
              hint={
                file.utilisateur
                  ? "L'usager reçoit aussi une lettre."
                  : "Le propriétaire n'est pas connu."
              }
            />
          )}
          {step === "enleve" && (
            <>
              <Text>
                {file.idOccupation
                  ? "L'utilisation se termine à son prix de maintenant, et le casier est libre."
                  : "Prenez deux photos du vélo avant de l'emporter."}
              </Text>
              <TextField control={control} name="depot" label="Dépôt" required autoFocus />
              <TextField control={control} name="rayon" label="Rayon" />
            </>
          )}
          {handed && (
            <TextField
              control={control}
              name="remisA"
              label="Remis à"
              required
              autoComplete="off"
              autoFocus
            />
          )}
          {step === "rendu" && (
            <SelectField
              control={control}
              name="justificatif"
              label="Justificatif"
              required
              data={[
                { value: "", label: "Choisir" },
                ...Object.entries(PROOF_WORDS).map(([value, label]) => ({ value, label })),
              ]}
            />
          )}
          {step === "repris" && <Text>Le dossier sera clos, et l'usager en sera prévenu.</Text>}
        </>
      )}
    </FormModal>
  );
}
