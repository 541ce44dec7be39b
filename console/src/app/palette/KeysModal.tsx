import { Anchor, Group, Kbd, Modal, Table, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Fragment } from "react";
import { useSingleKeyShortcuts } from "@/ui/form/singleKeyShortcuts";

/** The keys of the console, each with what it does; several keys are pressed together. */
const KEYS: readonly [keys: readonly string[], does: string][] = [
  [
    ["Ctrl", "K"],
    "Aller à une page, une station, une personne, un paiement, ou commencer une action",
  ],
  [["/"], "Placer le curseur dans la recherche de la page"],
  [["?"], "Montrer ces raccourcis"],
  [["Échap"], "Fermer ce qui est ouvert, ou annuler une saisie"],
  [["Tab"], "Passer à l'élément suivant"],
  [["Maj", "Tab"], "Revenir à l'élément précédent"],
  [["Entrée"], "Ouvrir la ligne, suivre le lien, valider le formulaire"],
  [["Espace"], "Cocher une case, basculer un interrupteur"],
];

/** The keys that a setting of the accessibility page turns off. */
const SINGLE = ["/", "?"];

/** The page of the keyboard shortcuts. */
export function KeysModal({ onClose }: { onClose: () => void }) {
  const single = useSingleKeyShortcuts();
  const keys = KEYS.filter(([[key = ""]]) => single || !SINGLE.includes(key));
  return (
    <Modal opened onClose={onClose} title="Raccourcis clavier" size="lg">
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Touche</Table.Th>
            <Table.Th>Effet</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {keys.map(([pressed, does]) => (
            <Table.Tr key={does}>
              <Table.Td>
                <Group gap={4} wrap="nowrap">
                  {pressed.map((key, at) => (
                    <Fragment key={key}>
                      {at > 0 && "+"}
                      <Kbd>{key}</Kbd>
                    </Fragment>
                  ))}
                </Group>
              </Table.Td>
              <Table.Td>{does}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text size="sm" c="dimmed" mt="md">
        Les raccourcis d'une seule touche se règlent sur la page{" "}
        <Anchor
          inherit
          underline="always"
          renderRoot={(props) => <Link {...props} to="/accessibilite" onClick={onClose} />}
        >
          Accessibilité
        </Anchor>
        .
      </Text>
    </Modal>
  );
}
