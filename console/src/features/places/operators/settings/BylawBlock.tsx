import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import * as v from "valibot";
import type { Operator } from "@/entities/operator/api";
import { bounded } from "@/format/bounded";
import { RecordForm } from "@/kit/records/RecordForm";
import { TextField } from "@/ui/form/fields";
import { TextareaField } from "@/ui/form/moreFields";
import { EditableBlock } from "@/ui/layout/EditableBlock";
import { Facts } from "@/ui/layout/Facts";
import classes from "../operators.module.css";
import { type OperatorSettings, settingsQuery, useSaveSettings } from "./api";

const DAYS = [
  ["veloPreavisJours", "Préavis", "Entre l'avis et l'enlèvement, au moins."],
  ["veloEnlevementJours", "Enlèvement", "Ajoutés au préavis avant l'enlèvement."],
  [
    "veloGardeJours",
    "Garde",
    "Au dépôt, avant le don ou la destruction. Les photos s'effacent ensuite.",
  ],
  ["veloFinJours", "Fin", "Ajoutés à la garde avant le don ou la destruction."],
] as const;

const TEXT = "Texte de l'avis";

/** The bylaw of the operator about bicycles that are left. */
export function BylawBlock({ operator }: { operator: Operator }) {
  const { data: settings } = useQuery(settingsQuery(operator.id));
  return (
    <EditableBlock
      title="Règlement des vélos laissés"
      mayEdit={settings !== undefined}
      renderForm={(end) =>
        settings && <BylawForm operator={operator} settings={settings} onEnd={end} />
      }
    >
      <Facts
        roomy
        items={[
          ...DAYS.map(([name, label]) => ({
            label,
            value: settings ? days(settings[name]) : "–",
          })),
          { label: TEXT, value: settings?.veloTexteAvis || "–", wide: true },
        ]}
      />
    </EditableBlock>
  );
}

const days = (count: number) => `${count}\u00a0${count > 1 ? "jours" : "jour"}`;

const typedDays = v.pipe(
  v.string(),
  v.trim(),
  v.check(
    (text) => /^[0-9]{1,3}$/.test(text) && Number(text) <= 730,
    "Ce délai est compris entre 0 et 730 jours",
  ),
);

const schema = v.object({
  veloPreavisJours: typedDays,
  veloEnlevementJours: typedDays,
  veloGardeJours: typedDays,
  veloFinJours: typedDays,
  veloTexteAvis: bounded,
});

const bylawInput = ({ veloTexteAvis, ...typed }: v.InferInput<typeof schema>) => ({
  veloPreavisJours: Number(typed.veloPreavisJours),
  veloEnlevementJours: Number(typed.veloEnlevementJours),
  veloGardeJours: Number(typed.veloGardeJours),
  veloFinJours: Number(typed.veloFinJours),
  veloTexteAvis,
});

type BylawFormProps = { operator: Operator; settings: OperatorSettings; onEnd: () => void };

function BylawForm({ operator, settings, onEnd }: BylawFormProps) {
  const { mutateAsync: save } = useSaveSettings(operator.id);
  return (
    <RecordForm
      className={classes.form}
      schema={schema}
      values={{
        veloPreavisJours: String(settings.veloPreavisJours),
        veloEnlevementJours: String(settings.veloEnlevementJours),
        veloGardeJours: String(settings.veloGardeJours),
        veloFinJours: String(settings.veloFinJours),
        veloTexteAvis: settings.veloTexteAvis,
      }}
      question={() => ({ kind: "edit", article: "le règlement de", item: operator.nom })}
      record={{
        version: settings.version,
        name: `le règlement de «\u00a0${operator.nom}\u00a0»`,
        facts: bylawInput,
      }}
      write={(values, version) => save({ body: bylawInput(values), version })}
      done={() => "Le règlement est enregistré."}
      after={onEnd}
      onCancel={onEnd}
    >
      {({ control }) => (
        <Stack>
          {DAYS.map(([name, label, hint]) => (
            <TextField
              key={name}
              control={control}
              name={name}
              label={label}
              hint={`De 0 à 730. ${hint}`}
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
          ))}
          <TextareaField
            control={control}
            name="veloTexteAvis"
            label={TEXT}
            hint="Repris dans la lettre du préavis et dans le dossier imprimé. Un dossier garde le règlement de son ouverture."
          />
        </Stack>
      )}
    </RecordForm>
  );
}
