import { Fieldset, SimpleGrid, Text } from "@mantine/core";
import type { Control } from "react-hook-form";
import { FURNITURE } from "@/entities/station/furniture";
import { TextField } from "@/ui/form/fields";
import { SelectField } from "@/ui/form/moreFields";
import classes from "./configuration.module.css";
import type { StationValues } from "./stationSchema";

const UNTOLD = { value: "", label: "Non renseigné" };
const ANSWERS = [UNTOLD, { value: "oui", label: "Oui" }, { value: "non", label: "Non" }];
const CHOICES = [UNTOLD, ...Object.entries(FURNITURE).map(([value, label]) => ({ value, label }))];

/** What a station says of itself in the open data; all of it may be left empty. */
export function DescriptionFields({ control }: { control: Control<StationValues> }) {
  return (
    <div className={classes.description}>
      <Fieldset
        variant="unstyled"
        m={0}
        legend={
          <Text fz="lg" fw={650}>
            Données ouvertes
          </Text>
        }
      >
        <Text c="dimmed" mb="md">
          Publiées si l'exploitant publie ses stations. Laissez vide ce que vous ne savez pas.
        </Text>
        <SimpleGrid cols={{ base: 1, sm: 2, md: 3 }}>
          <TextField
            control={control}
            name="codeCommune"
            label="Code commune"
            hint="Code INSEE, rempli quand vous choisissez une adresse proposée"
          />
          <TextField
            control={control}
            name="proprietaire"
            label="Propriétaire de l'emplacement"
            hint={"Une organisation\u00a0: ville, métropole, gare…"}
          />
          <TextField
            control={control}
            name="anneeMiseEnService"
            label="Année de mise en service"
            hint={"Par exemple\u00a0: 2017"}
            inputMode="numeric"
          />
          <SelectField
            control={control}
            name="mobilier"
            label="Mobilier"
            hint="À quoi les vélos s'attachent"
            data={CHOICES}
          />
          <SelectField
            control={control}
            name="couverture"
            label="Abritée de la pluie"
            hint="De la neige et de la grêle aussi"
            data={ANSWERS}
          />
          <SelectField
            control={control}
            name="surveillance"
            label="Surveillée"
            hint="Par un gardien ou des caméras"
            data={ANSWERS}
          />
          <SelectField
            control={control}
            name="lumiere"
            label="Éclairée la nuit"
            hint="Par la rue ou par la station"
            data={ANSWERS}
          />
          <TextField
            control={control}
            name="urlInformation"
            label="Page d'information"
            hint={"Par exemple\u00a0: https://www.exemple.fr/velo"}
            inputMode="url"
          />
          <TextField
            control={control}
            name="idOsm"
            label="Identifiant OpenStreetMap"
            hint={"n, w ou r, puis le numéro\u00a0: n34172"}
          />
        </SimpleGrid>
      </Fieldset>
    </div>
  );
}
