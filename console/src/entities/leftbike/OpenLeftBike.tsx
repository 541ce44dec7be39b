import { Button, type ButtonProps, Text } from "@mantine/core";
import { IconBike } from "@tabler/icons-react";
import { useState } from "react";
import * as v from "valibot";
import { bounded } from "@/format/bounded";
import { FormModal } from "@/kit/records/FormModal";
import { useRights } from "@/session/rights";
import { notifySuccess } from "@/ui/feedback/notify";
import { TextField } from "@/ui/form/fields";
import { SwitchField, TextareaField } from "@/ui/form/moreFields";
import { useOpenLeftBike } from "./api";

type Found = {
  operatorId: number;
  /** Of a stay past its removal limit; absent: in a collective park. */
  idOccupation?: number;
  idStation?: number;
  place: string;
};

/** Opens a file about a bicycle that was left; renders nothing for who may not. */
export function OpenLeftBike({ size, ...found }: Found & { size?: ButtonProps["size"] }) {
  const { can } = useRights();
  const [open, setOpen] = useState(false);
  if (!can("DROIT_EVENEMENTS_ECRITURE") && !can("DROIT_MODE_MAINTENANCE_MOBILE_ECRITURE"))
    return null;
  return (
    <>
      <Button
        variant="default"
        size={size}
        leftSection={<IconBike size={16} stroke={1.75} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Ouvrir un dossier vélo laissé
      </Button>
      {open && <OpenModal {...found} onClose={() => setOpen(false)} />}
    </>
  );
}

const MARK = /^[0-9A-HJ-NP-Z]{10}$/i;

const schemaOf = (tagged: boolean) =>
  v.object({
    description: v.pipe(bounded, v.nonEmpty("Veuillez décrire le vélo")),
    marquage: v.pipe(
      v.string(),
      v.transform((typed) => typed.replace(/[\s.-]/g, "")),
      v.check(
        (mark) => mark === "" || MARK.test(mark),
        "Le marquage compte 10 caractères\u00a0: des chiffres et des lettres, sauf I et O",
      ),
    ),
    etiquette: tagged
      ? v.pipe(bounded, v.nonEmpty("Veuillez indiquer le numéro de l'étiquette posée sur le vélo"))
      : bounded,
    avisAppose: v.boolean(),
  });

function OpenModal({ operatorId, place, onClose, ...of }: Found & { onClose: () => void }) {
  const { mutateAsync: open } = useOpenLeftBike(operatorId);
  const inPark = of.idOccupation === undefined;
  return (
    <FormModal
      title="Ouvrir un dossier vélo laissé"
      submit="Ouvrir le dossier"
      onClose={onClose}
      schema={schemaOf(inPark)}
      values={{ description: "", marquage: "", etiquette: "", avisAppose: true }}
      write={async (values) => {
        const { id } = await open({ ...values, ...of });
        notifySuccess(`Le dossier est ouvert. Son numéro\u00a0: ${id}.`);
      }}
    >
      {({ control }) => (
        <>
          <Text>{place}</Text>
          <TextareaField
            control={control}
            name="description"
            label="Description du vélo"
            hint="Marque, couleur, équipements."
            required
          />
          <TextField
            control={control}
            name="marquage"
            label="Marquage FNUCI"
            hint={"Les 10 caractères gravés ou collés sur le cadre\u00a0; vide s'il n'y en a pas."}
            autoComplete="off"
          />
          <TextField
            control={control}
            name="etiquette"
            label="Numéro de l'étiquette"
            hint="De celle qui est posée sur le vélo."
            required={inPark}
            autoComplete="off"
          />
          <SwitchField
            control={control}
            name="avisAppose"
            label="Un avis est apposé sur le vélo"
            hint="Le préavis commence aujourd'hui."
          />
        </>
      )}
    </FormModal>
  );
}
