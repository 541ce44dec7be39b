import { Anchor, Switch, Text } from "@mantine/core";
import { useId } from "react";
import type { Operator } from "@/data/operators";
import { useSwitchOpenData } from "@/data/writes/operators";
import { useConfirmedWrite } from "@/kit/records/useConfirmedWrite";
import { Block } from "@/ui/Block";
import { CopyButton } from "@/ui/CopyButton";
import classes from "./OpenDataBlock.module.css";

const FILES = [
  { path: "stations.geojson", name: "Stations et disponibilités (GeoJSON)" },
  {
    path: "stationnement-cyclable.csv",
    name: "Schéma national «\u00a0Stationnement cyclable\u00a0» (CSV)",
  },
];

/** Publishes the stations of an operator as open data, or withdraws them. */
export function OpenDataBlock({ operator }: { operator: Operator }) {
  const hint = useId();
  const { mutateAsync: switchOpenData } = useSwitchOpenData(operator.id);
  const published = operator.donneesOuvertes;

  const ask = useConfirmedWrite({
    question: { kind: "edit", article: "les données ouvertes de", item: operator.nom },
    write: () => switchOpenData(operator.version),
    done: published ? "Les stations ne sont plus publiées." : "Les stations sont publiées.",
  });

  return (
    <Block title="Données ouvertes">
      <Switch
        label="Publier les stations"
        aria-describedby={hint}
        checked={published}
        onChange={ask}
      />
      <Text id={hint} size="sm" c="dimmed" mt={4}>
        Leur adresse, leurs places et leurs disponibilités, sans rien de ceux qui s'y garent.
      </Text>
      {published && (
        <ul className={classes.files}>
          {FILES.map(({ path, name }) => {
            const address = `${window.location.origin}/api/ouvert/${path}?exploitant=${operator.id}`;
            return (
              <li key={path}>
                <div>
                  <Text fw={500}>{name}</Text>
                  <Anchor
                    href={address}
                    target="_blank"
                    rel="noreferrer"
                    className={classes.address}
                  >
                    {address}
                  </Anchor>
                </div>
                <CopyButton text={address} label="Copier l'adresse" done="Adresse copiée" />
              </li>
            );
          })}
        </ul>
      )}
    </Block>
  );
}
