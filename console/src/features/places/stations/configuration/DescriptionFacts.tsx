import { Anchor, Text, Title } from "@mantine/core";
import type { components } from "@/api/schema";
import { FURNITURE } from "@/entities/station/furniture";
import { Facts } from "@/ui/layout/Facts";
import classes from "./configuration.module.css";

const NONE = "–";
const answer = (told: boolean | null) => (told === null ? NONE : told ? "Oui" : "Non");

/** What a station says of itself in the open data. */
export function DescriptionFacts({
  descriptif,
}: {
  descriptif: components["schemas"]["StationDescription"];
}) {
  const { codeCommune, proprietaire, anneeMiseEnService, mobilier, urlInformation } = descriptif;
  return (
    <section className={classes.description} aria-labelledby="donnees-ouvertes">
      <Title order={3} mb="sm" id="donnees-ouvertes">
        Données ouvertes
      </Title>
      {Object.values(descriptif).every((fact) => fact === null) ? (
        <Text c="dimmed">Rien n'est renseigné.</Text>
      ) : (
        <Facts
          items={[
            { label: "Code commune", value: codeCommune ?? NONE },
            { label: "Propriétaire de l'emplacement", value: proprietaire ?? NONE },
            { label: "Année de mise en service", value: anneeMiseEnService ?? NONE },
            { label: "Mobilier", value: mobilier ? FURNITURE[mobilier] : NONE },
            { label: "Abritée de la pluie", value: answer(descriptif.couverture) },
            { label: "Surveillée", value: answer(descriptif.surveillance) },
            { label: "Éclairée la nuit", value: answer(descriptif.lumiere) },
            { label: "Identifiant OpenStreetMap", value: descriptif.idOsm ?? NONE },
            {
              label: "Page d'information",
              value: urlInformation ? (
                <Anchor href={urlInformation} target="_blank" rel="noreferrer">
                  {urlInformation}
                </Anchor>
              ) : (
                NONE
              ),
              wide: true,
            },
          ]}
        />
      )}
    </section>
  );
}
