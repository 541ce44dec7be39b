import { Box, Paper, Text } from "@mantine/core";
import { useId } from "react";
import type { Operator } from "@/entities/operator/api";
import { FORMS, wholeEuros } from "@/entities/operator/fiscal";
import { parseEuros } from "@/format";
import classes from "../operators.module.css";
import type { IdentityValues } from "./schema";

type DocumentHeaderProps = { operator: Operator; values: IdentityValues };

const NBSP = "\u00a0";

/** What the documents say of a form: « SAS au capital de 10 000 € », « Au nom et pour le compte de … ». */
function formLines(values: IdentityValues): (string | false | undefined)[] {
  const { forme, formeSociale, capitalSocial, villeRcs, mandant, siret } = values;
  if (forme === "mandataire")
    return [FORMS[forme], mandant.trim() !== "" && `Au nom et pour le compte de ${mandant.trim()}`];
  if (forme !== "societe") return [FORMS[forme]];
  const form = formeSociale.trim() || FORMS[forme];
  const capital = parseEuros(capitalSocial) ?? 0;
  return [
    capital > 0 ? `${form} au capital de ${wholeEuros(capital)}` : form,
    villeRcs.trim() !== "" &&
      `${siret.trim().split(/\s/).slice(0, 3).join(NBSP)} RCS ${villeRcs.trim()}`,
  ];
}

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
    ...formLines(values),
    values.siret.trim() && `SIRET\u00a0: ${values.siret.trim()}`,
    mention === "" &&
      values.tvaIntracommunautaire.trim() &&
      `TVA intracommunautaire\u00a0: ${values.tvaIntracommunautaire.trim()}`,
    operator.mail,
    mention,
  ].filter((line): line is string => Boolean(line));
  return (
    <Box component="figure" mx={0} mt="lg" mb={0} aria-labelledby={caption}>
      <Text component="figcaption" id={caption} c="dimmed" mb={6}>
        Aperçu de l'en-tête d'un reçu
      </Text>
      <Paper withBorder p="md" className={classes.long}>
        <Text mb="sm">
          <Text component="b" fz="xl" fw={700}>
            Reçu
          </Text>{" "}
          n°&nbsp;{prefix}-{new Date().getFullYear()}-000001
        </Text>
        <Text fw={600}>{values.raisonSociale.trim() || operator.nom}</Text>
        {lines.map((line) => (
          <Text key={line} size="sm">
            {line}
          </Text>
        ))}
      </Paper>
    </Box>
  );
}
