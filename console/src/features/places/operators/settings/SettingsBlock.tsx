import { Stack, Text } from "@mantine/core";
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
const NOTICE = "Préavis d'une hausse de prix";

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
          { label: NOTICE, value: settings ? days(settings.delaiPreavisJours) : "–" },
        ]}
      />
    </EditableBlock>
  );
}

const days = (count: number) => `${count}\u00a0${count > 1 ? "jours" : "jour"}`;

const upTo = (most: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.check(
      (text) => /^[0-9]{1,3}$/.test(text) && Number(text) <= most,
      `Ce délai est compris entre 0 et ${most} jours`,
    ),
  );

const settingsSchema = v.object({ delaiGraceJours: upTo(90), delaiPreavisJours: upTo(365) });

type SettingsValues = v.InferInput<typeof settingsSchema>;

const settingsInput = ({ delaiGraceJours, delaiPreavisJours }: SettingsValues) => ({
  delaiGraceJours: Number(delaiGraceJours),
  delaiPreavisJours: Number(delaiPreavisJours),
});

/** What stands behind a number of days. */
const unit = {
  inputMode: "numeric",
  autoComplete: "off",
  rightSectionWidth: "4rem",
  rightSectionPointerEvents: "none",
  rightSection: (
    <Text span size="sm" c="dimmed">
      jours
    </Text>
  ),
} as const;

type SettingsFormProps = { operator: Operator; settings: OperatorSettings; onEnd: () => void };

function SettingsForm({ operator, settings, onEnd }: SettingsFormProps) {
  const { mutateAsync: save } = useSaveSettings(operator.id);
  return (
    <RecordForm
      className={classes.form}
      schema={settingsSchema}
      values={{
        delaiGraceJours: String(settings.delaiGraceJours),
        delaiPreavisJours: String(settings.delaiPreavisJours),
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
        <Stack>
          <TextField
            control={control}
            name="delaiGraceJours"
            label={GRACE}
            hint={
              "De 0 à 90. Un abonnement dont l'échéance n'a pas pu être encaissée donne encore accès pendant ce délai, compté du premier échec\u00a0; l'abonné en est averti par courriel."
            }
            required
            {...unit}
          />
          <TextField
            control={control}
            name="delaiPreavisJours"
            label={NOTICE}
            hint={
              "De 0 à 365. Un abonné ne paie un prix plus élevé qu'à l'échéance qui suit d'autant de jours le courriel qui l'en prévient\u00a0; jusque-là, il paie l'ancien."
            }
            required
            {...unit}
          />
        </Stack>
      )}
    </RecordForm>
  );
}
