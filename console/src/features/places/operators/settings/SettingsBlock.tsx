import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import * as v from "valibot";
import type { Operator } from "@/entities/operator/api";
import { formatAmount, formatEuros, parseEuros } from "@/format";
import { RecordForm } from "@/kit/records/RecordForm";
import { TextField } from "@/ui/form/fields";
import { SelectField } from "@/ui/form/moreFields";
import { EditableBlock } from "@/ui/layout/EditableBlock";
import { Facts } from "@/ui/layout/Facts";
import classes from "../operators.module.css";
import { type OperatorSettings, settingsQuery, useSaveSettings } from "./api";

const GRACE = "Accès après un impayé";
const NOTICE = "Préavis d'une hausse de prix";
const COLLECT_FROM = "Encaisser à partir de";
const COLLECT_WITHIN = "Au plus tard après";
const OFFER = "Une place est offerte pendant";
const RECEIPTS = "Reçus par e-mail";

const RECEIPT_CHOICES = [
  { value: "jamais", label: "Jamais" },
  { value: "abonnements", label: "Pour les abonnements" },
  { value: "toujours", label: "Toujours" },
] as const;

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
          {
            label: COLLECT_FROM,
            value: settings ? formatEuros(settings.montantMinimumEncaissement) : "–",
          },
          {
            label: COLLECT_WITHIN,
            value: settings ? days(settings.delaiMaximumEncaissementJours) : "–",
          },
          { label: OFFER, value: settings ? days(settings.delaiOffreJours) : "–" },
          {
            label: RECEIPTS,
            value:
              RECEIPT_CHOICES.find(({ value }) => value === settings?.recusParCourriel)?.label ??
              "–",
          },
        ]}
      />
    </EditableBlock>
  );
}

const days = (count: number) => `${count}\u00a0${count > 1 ? "jours" : "jour"}`;

/** Typed whole days between two bounds. */
const typedDays = (from: number, most: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.check(
      (text) => /^[0-9]{1,3}$/.test(text) && Number(text) >= from && Number(text) <= most,
      `Ce délai est compris entre ${from} et ${most} jours`,
    ),
  );

/** The largest sum that an operator may have collected together, in cents, unless the provider demands more. */
const MOST = 2000;

const settingsSchema = (least: number) => {
  const most = Math.max(least, MOST);
  return v.object({
    delaiGraceJours: typedDays(0, 90),
    delaiPreavisJours: typedDays(0, 365),
    montantMinimumEncaissement: v.pipe(
      v.string(),
      v.check(
        (text) => {
          const cents = parseEuros(text);
          return cents !== null && cents >= least && cents <= most;
        },
        `Ce montant est compris entre ${formatEuros(least)} et ${formatEuros(most)}`,
      ),
    ),
    delaiMaximumEncaissementJours: typedDays(1, 90),
    delaiOffreJours: typedDays(1, 60),
    recusParCourriel: v.picklist(RECEIPT_CHOICES.map(({ value }) => value)),
  });
};

type SettingsValues = v.InferInput<ReturnType<typeof settingsSchema>>;

const settingsInput = (values: SettingsValues) => ({
  delaiGraceJours: Number(values.delaiGraceJours),
  delaiPreavisJours: Number(values.delaiPreavisJours),
  montantMinimumEncaissement: parseEuros(values.montantMinimumEncaissement) ?? 0,
  delaiMaximumEncaissementJours: Number(values.delaiMaximumEncaissementJours),
  delaiOffreJours: Number(values.delaiOffreJours),
  recusParCourriel: values.recusParCourriel,
});

type SettingsFormProps = { operator: Operator; settings: OperatorSettings; onEnd: () => void };

function SettingsForm({ operator, settings, onEnd }: SettingsFormProps) {
  const { mutateAsync: save } = useSaveSettings(operator.id);
  const least = settings.montantMinimumPrestataire;
  const schema = useMemo(() => settingsSchema(least), [least]);
  return (
    <RecordForm
      className={classes.form}
      schema={schema}
      values={{
        delaiGraceJours: String(settings.delaiGraceJours),
        delaiPreavisJours: String(settings.delaiPreavisJours),
        montantMinimumEncaissement: formatAmount(settings.montantMinimumEncaissement),
        delaiMaximumEncaissementJours: String(settings.delaiMaximumEncaissementJours),
        delaiOffreJours: String(settings.delaiOffreJours),
        recusParCourriel: settings.recusParCourriel,
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
              "De 0 à 90. Un abonnement dont l'échéance n'a pas pu être encaissée donne encore accès pendant ce délai, compté du premier échec\u00a0; l'abonné en est averti par e-mail."
            }
            {...typed("jours")}
          />
          <TextField
            control={control}
            name="delaiPreavisJours"
            label={NOTICE}
            hint={
              "De 0 à 365. Un abonné ne paie un prix plus élevé qu'à l'échéance qui suit d'autant de jours l'e-mail qui l'en prévient\u00a0; jusque-là, il paie l'ancien."
            }
            {...typed("jours")}
          />
          <TextField
            control={control}
            name="montantMinimumEncaissement"
            label={COLLECT_FROM}
            hint={`De ${formatEuros(least)}, le moins que le prestataire de paiement encaisse, à ${formatEuros(Math.max(least, MOST))}. Ce qui est moindre attend que le client doive cette somme, puis est encaissé en une fois.`}
            {...typed("€")}
            inputMode="decimal"
          />
          <TextField
            control={control}
            name="delaiMaximumEncaissementJours"
            label={COLLECT_WITHIN}
            hint={
              "De 1 à 90. Une petite somme n'attend pas plus longtemps\u00a0: elle est encaissée si le prestataire de paiement l'accepte, sinon rendue gratuite."
            }
            {...typed("jours")}
          />
          <TextField
            control={control}
            name="delaiOffreJours"
            label={OFFER}
            hint="De 1 à 60. Passé ce délai, la place offerte à qui l'attendait va au suivant."
            {...typed("jours")}
          />
          <SelectField
            control={control}
            name="recusParCourriel"
            label={RECEIPTS}
            hint={
              "Les reçus et avoirs que l'usager reçoit sans les demander. Un abonnement impayé ou terminé est toujours annoncé par e-mail."
            }
            required
            data={[...RECEIPT_CHOICES]}
          />
        </Stack>
      )}
    </RecordForm>
  );
}

/** What the fields have in common, with their unit. */
const typed = (unit: string) =>
  ({
    required: true,
    inputMode: "numeric",
    autoComplete: "off",
    rightSectionWidth: "4rem",
    rightSectionPointerEvents: "none",
    rightSection: (
      <Text span size="sm" c="dimmed">
        {unit}
      </Text>
    ),
  }) as const;
