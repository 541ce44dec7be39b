import { Anchor, Group, Text } from "@mantine/core";
import type { Operator } from "@/entities/operator/api";
import { CopyButton } from "@/ui/form/CopyButton";
import { Block } from "@/ui/layout/Block";
import { PlainList } from "@/ui/layout/PlainList";
import classes from "../operators.module.css";
import { useSwitchOpenData } from "./api";
import { OperatorSwitch } from "./OperatorSwitch";

const FILES = [
  { path: "stations.geojson", name: "Stations et disponibilités (GeoJSON)" },
  {
    path: "stationnement-cyclable.csv",
    name: "Schéma national «\u00a0Stationnement cyclable\u00a0» (CSV)",
  },
];

/** Publishes the stations of an operator as open data, or withdraws them. */
export function OpenDataBlock({ operator }: { operator: Operator }) {
  const { mutateAsync: switchOpenData } = useSwitchOpenData(operator.id);
  const published = operator.donneesOuvertes;

  return (
    <Block title="Données ouvertes">
      <OperatorSwitch
        operator={operator}
        label="Publier les stations"
        hint="Leur adresse, leurs places et leurs disponibilités, sans rien de ceux qui s'y garent."
        checked={published}
        article="les données ouvertes de"
        write={switchOpenData}
        done={published ? "Les stations ne sont plus publiées." : "Les stations sont publiées."}
      />
      {published && (
        <PlainList mt="lg">
          {FILES.map(({ path, name }) => {
            const address = `${window.location.origin}/api/ouvert/${path}?exploitant=${operator.id}`;
            return (
              <Group
                component="li"
                key={path}
                justify="space-between"
                py="sm"
                className={classes.file}
              >
                <div>
                  <Text fw={500}>{name}</Text>
                  <Anchor href={address} target="_blank" rel="noreferrer" className={classes.long}>
                    {address}
                  </Anchor>
                </div>
                <CopyButton text={address} label="Copier l'adresse" done="Adresse copiée" />
              </Group>
            );
          })}
        </PlainList>
      )}
    </Block>
  );
}
