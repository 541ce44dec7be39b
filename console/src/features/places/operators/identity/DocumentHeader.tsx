import { Text } from "@mantine/core";
import { useId } from "react";
import type { Operator } from "@/entities/operator/api";
import { FORMS } from "@/entities/operator/fiscal";
import classes from "./DocumentHeader.module.css";
import type { IdentityValues } from "./schema";

type DocumentHeaderProps = { operator: Operator; values: IdentityValues };

/** The header that a receipt would have with what is typed. */
export function DocumentHeader({ operator, values }: DocumentHeaderProps) {
  const caption = useId();
  const prefix = values.prefixeDocuments.trim().toUpperCase() || `EX${operator.id}`;
  const mention = values.mentionExoneration.trim();
  const { adresse } = operator;
  const lines = [
    adresse.adresse,
    adresse.complement,
    `${adresse.codePostal}\u00a0${adresse.ville}`,
    FORMS[values.forme],
    values.siret.trim() && `SIRET\u00a0: ${values.siret.trim()}`,
    mention === "" &&
      values.tvaIntracommunautaire.trim() &&
      `TVA intracommunautaire\u00a0: ${values.tvaIntracommunautaire.trim()}`,
    operator.mail,
    mention,
  ].filter((line): line is string => Boolean(line));
  return (
    <figure className={classes.preview} aria-labelledby={caption}>
      <figcaption id={caption}>Aperçu de l'en-tête d'un reçu</figcaption>
      <div className={classes.paper}>
        <Text className={classes.title}>
          <b>Reçu</b> n°&nbsp;{prefix}-{new Date().getFullYear()}-000001
        </Text>
        <Text fw={600}>{values.raisonSociale.trim() || operator.nom}</Text>
        {lines.map((line) => (
          <Text key={line} size="sm">
            {line}
          </Text>
        ))}
      </div>
    </figure>
  );
}
