import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import * as v from "valibot";
import type { Operator } from "@/entities/operator/api";
import { RecordForm } from "@/kit/records/RecordForm";
import { TextField } from "@/ui/form/fields";
import { EditableBlock } from "@/ui/layout/EditableBlock";
import { Facts } from "@/ui/layout/Facts";
import classes from "../operators.module.css";
import { type OperatorSettings, settingsQuery, useSaveSettings } from "./api";

const GRACE = "Accès après un impayé";
const OFFER = "Une place est offerte pendant";

/** What the operator decides for its customers. */
export function SettingsBlock({ operator }: { operator: Operator }) {
  const { data: settings } = useQuery(settingsQuery(operator.id));
  return (
    <EditableBlock
      title="Réglages"
      mayEdit={settings !== undefined}
      renderForm={(end) =>
        settings && <SettingsForm operator={operator} settings={settings} onEnd={end} />
      }
    >
      <Facts
        roomy
        items={[
          { label: GRACE, value: settings ? days(settings.delaiGraceJours) : "–" },
          { label: OFFER, value: settings ? days(settings.delaiOffreJours) : "–" },
        ]}
      />
    </EditableBlock>
  );
}

const days = (count: number) => `${count}\u00a0${count > 1 ? "jours" : "jour"}`;

const settingsSchema = v.object({
  delaiGraceJours: v.pipe(
    v.string(),
    v.trim(),
    v.check(
      (text) => /^[0-9]{1,2}$/.test(text) && Number(text) <= 90,
      "Ce délai est compris entre 0 et 90 jours",
    ),
  ),
  delaiOffreJours: v.pipe(
    v.string(),
    v.trim(),
    v.check(
      (text) => /^[0-9]{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= 60,
      "Ce délai est compris entre 1 et 60 jours",
    ),
  ),
});

type SettingsValues = v.InferInput<typeof settingsSchema>;

const settingsInput = ({ delaiGraceJours, delaiOffreJours }: SettingsValues) => ({
  delaiGraceJours: Number(delaiGraceJours),
  delaiOffreJours: Number(delaiOffreJours),
});

type SettingsFormProps = { operator: Operator; settings: OperatorSettings; onEnd: () => void };

function SettingsForm({ operator, settings, onEnd }: SettingsFormProps) {
  const { mutateAsync: save } = useSaveSettings(operator.id);
  return (
    <RecordForm
      className={classes.form}
      schema={settingsSchema}
      values={{
        delaiGraceJours: String(settings.delaiGraceJours),
        delaiOffreJours: String(settings.delaiOffreJours),
      }}
      question={() => ({ kind: "edit", article: "les réglages de", item: operator.nom })}
      record={{
        version: settings.version,
        name: `les réglages de «\u00a0${operator.nom}\u00a0»`,
        facts: settingsInput,
      }}
      write={(values, version) => save({ body: settingsInput(values), version })}
      done={() => "Les réglages sont enregistrés."}
      after={onEnd}
      onCancel={onEnd}
    >
      {({ control }) => (
        <>
          <TextField
            control={control}
            name="delaiGraceJours"
            label={GRACE}
            hint={
              "De 0 à 90. Un abonnement dont l'échéance n'a pas pu être encaissée donne encore accès pendant ce délai, compté du premier échec\u00a0; l'abonné en est averti par courriel."
            }
            required
            inputMode="numeric"
            autoComplete="off"
            rightSectionWidth="4rem"
            rightSectionPointerEvents="none"
            rightSection={
              <Text span size="sm" c="dimmed">
                jours
              </Text>
            }
          />
          <TextField
            control={control}
            name="delaiOffreJours"
            label={OFFER}
            hint="De 1 à 60. Passé ce délai, la place offerte à qui l'attendait va au suivant."
            required
            inputMode="numeric"
            autoComplete="off"
            rightSectionWidth="4rem"
            rightSectionPointerEvents="none"
            rightSection={
              <Text span size="sm" c="dimmed">
                jours
              </Text>
            }
          />
        </>
      )}
    </RecordForm>
  );
}
